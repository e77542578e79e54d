import * as v from 'valibot';
import { missingField, PersonFields } from './people.ts';

/** `POST /api/waitlist`. Without an event the entry is for the waitlist of the product. */
export const JoinWaitlist = v.object(
  { event_id: v.nullish(v.pipe(v.string('event_id must be text.'), v.maxLength(64, 'Not an event id.'))), ...PersonFields },
  missingField,
);
export type JoinWaitlist = v.InferOutput<typeof JoinWaitlist>;
