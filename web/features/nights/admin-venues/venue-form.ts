import type * as v from 'valibot';
import { CreateVenue, EditVenue } from '../../../../worker/contract/nights/venues.ts';
import type { AdminVenue } from '../../../admin-ui/admin.queries.ts';
import { forContract, formSchema } from '../../../use-form.ts';
import type { VenueChange } from './admin-venues.queries.ts';

const FIELDS = ['name', 'address', 'city', 'state'] as const;

export type VenueForm = Record<(typeof FIELDS)[number], string>;

export const EMPTY_VENUE: VenueForm = { name: '', address: '', city: 'New York', state: 'NY' };

export function venueFormOf({ name, address, city, state }: Pick<AdminVenue, keyof VenueForm>): VenueForm {
  return { name, address: address ?? '', city, state: state ?? '' };
}

export const NewVenue: v.GenericSchema<VenueForm, VenueChange> = formSchema((form) => {
  const reading = forContract(CreateVenue, form);
  return reading.problems ? reading : { output: { id: null, json: reading.output } };
});

/** The schema of an edit. Its output has the changed fields and the `updated_at` that the editor saw. */
export function editedVenue(venue: AdminVenue): v.GenericSchema<VenueForm, VenueChange> {
  const before = venueFormOf(venue);
  return formSchema((form) => {
    const changed = FIELDS.filter((field) => form[field] !== before[field]);
    const edit = { ...Object.fromEntries(changed.map((field) => [field, form[field]])), updated_at: venue.updated_at };
    const reading = forContract(EditVenue, edit);
    return reading.problems ? reading : { output: { id: venue.id, json: reading.output } };
  });
}
