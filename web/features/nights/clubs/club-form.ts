import type * as v from 'valibot';
import { CreateClub, EditClub } from '../../../../worker/contract/nights/clubs.ts';
import { forContract, formSchema } from '../../../use-form.ts';
import type { Club, ClubChange } from './clubs.queries.ts';

const FIELDS = ['name', 'description', 'logo_url', 'website', 'ig_handle', 'phone', 'email', 'status'] as const;

export type ClubForm = Record<(typeof FIELDS)[number], string>;

export const EMPTY_CLUB: ClubForm = {
  name: '',
  description: '',
  logo_url: '',
  website: '',
  ig_handle: '',
  phone: '',
  email: '',
  status: 'active',
};

export function clubFormOf(club: Pick<Club, keyof ClubForm>): ClubForm {
  return Object.fromEntries(FIELDS.map((field) => [field, club[field] ?? ''])) as ClubForm;
}

export const NewClub: v.GenericSchema<ClubForm, ClubChange> = formSchema((form) => {
  const reading = forContract(CreateClub, form);
  return reading.problems ? reading : { output: { id: null, json: reading.output } };
});

/** The schema of an edit. Its output has the changed fields and the `updated_at` that the editor saw. */
export function editedClub(club: Club): v.GenericSchema<ClubForm, ClubChange> {
  const before = clubFormOf(club);
  return formSchema((form) => {
    const changed = FIELDS.filter((field) => form[field] !== before[field]);
    const edit = { ...Object.fromEntries(changed.map((field) => [field, form[field]])), updated_at: club.updated_at };
    const reading = forContract(EditClub, edit);
    return reading.problems ? reading : { output: { id: club.id, json: reading.output } };
  });
}
