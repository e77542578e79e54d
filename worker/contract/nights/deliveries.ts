import * as v from 'valibot';

export const ListDeliveries = v.object({
  source: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  result: v.optional(v.picklist(['ok', 'error'], 'result is ok or error.')),
});
export type ListDeliveries = v.InferOutput<typeof ListDeliveries>;
