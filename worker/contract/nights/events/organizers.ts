import * as v from 'valibot';
import { emailKey, PersonFields } from '../../people/people.ts';

export const MOST_CO_ORGANIZERS = 5;

export const AddOrganizer = v.object(
  { email: v.pipe(PersonFields.email, v.transform(emailKey)) },
  'The form must be a JSON object.',
);
