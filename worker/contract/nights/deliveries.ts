import * as v from 'valibot';

/** `GET /api/admin/ingest-deliveries`, optionally only of one source, or only those that succeeded or failed. */
export const ListDeliveries = v.object({
  source: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  result: v.optional(v.picklist(['ok', 'error'], 'result is ok or error.')),
});
export type ListDeliveries = v.InferOutput<typeof ListDeliveries>;
