import * as v from 'valibot';
import { missingField, PersonFields } from '../people/people.ts';
import { Places } from '../trade/tickets.ts';

/** An unconfirmed entry is deleted after this time, in hours. */
export const CONFIRM_HOURS = 48;
/** One address gets at most this many mails a day that ask it to confirm an entry. */
export const CONFIRM_MAILS_A_DAY = 3;

/** Without an event, the entry is for the waitlist of Vouch itself. The person wants all `places` or none. */
export const JoinWaitlist = v.object(
  {
    event_id: v.nullish(v.pipe(v.string('event_id must be text.'), v.maxLength(64, 'Not an event id.'))),
    places: v.optional(Places, 1),
    ...PersonFields,
  },
  missingField,
);
/** Joins with the details of the account's latest form. */
export const JoinAgain = v.object(
  {
    event_id: v.pipe(v.string('event_id must be text.'), v.maxLength(64, 'Not an event id.')),
    places: v.optional(Places, 1),
  },
  missingField,
);
export type JoinWaitlist = v.InferOutput<typeof JoinWaitlist>;
