import * as v from 'valibot';
import { emailKey, PersonFields } from '../../people/people.ts';

/** The most co-organizers of an event, besides its organizer. */
export const MOST_CO_ORGANIZERS = 5;

/** The address of the account to add. */
export const AddOrganizer = v.object(
  { email: v.pipe(PersonFields.email, v.transform(emailKey)) },
  'The form must be a JSON object.',
);
