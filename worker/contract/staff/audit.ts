import * as v from 'valibot';
import { Limit } from '../paging.ts';

export const AUDIT_TARGETS = [
  'event',
  'series',
  'venue',
  'club',
  'waitlist',
  'application',
  'person',
  'school',
  'school_ask',
  'ticket_request',
  'ticket_file',
  'message',
  'launch',
  'operations',
] as const;

const word = v.optional(v.pipe(v.string(), v.maxLength(100)));

/** `cursor` is the number of the last entry seen. Send `target_id` with `target_type`, so that an index is used. */
export const ListAudit = v.object({
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'cursor is the number of an entry.'), v.transform(Number)),
  ),
  limit: Limit(50, 200),
  actor_id: word,
  action: word,
  target_type: word,
  target_id: word,
});
export type ListAudit = v.InferOutput<typeof ListAudit>;
