import * as v from 'valibot';
import { emailKey, PersonFields } from '../../people/people.ts';

/** The most co-organizers of one event, beside its organizer. */
export const MOST_CO_ORGANIZERS = 5;

/** `POST /api/admin/events/{id}/organizers`: the address of the account that becomes a co-organizer. */
export const AddOrganizer = v.object(
  { email: v.pipe(PersonFields.email, v.transform(emailKey)) },
  'The form must be a JSON object.',
);
