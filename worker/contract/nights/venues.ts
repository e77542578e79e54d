import * as v from 'valibot';
import { cleanName } from '../text/names.ts';
import { SeenVersion } from '../paging.ts';

const NO_NAME = 'Enter the venue’s name.';
const NO_CITY = 'Enter the city.';
const NO_FORM = 'The form must be a JSON object.';
const NO_INTO = 'Choose the venue to keep.';

const words = (max: number, tooLong: string) =>
  v.nullish(
    v.pipe(
      v.string(),
      v.transform(cleanName),
      v.maxLength(max, tooLong),
      v.transform((text) => text || null),
    ),
  );

const VenueFields = {
  name: v.pipe(v.string(NO_NAME), v.transform(cleanName), v.nonEmpty(NO_NAME), v.maxLength(200, 'Name too long')),
  address: words(300, 'Address too long'),
  city: v.pipe(v.string(NO_CITY), v.transform(cleanName), v.nonEmpty(NO_CITY), v.maxLength(80, 'City too long')),
  state: words(40, 'State too long'),
};

export const CreateVenue = v.object(VenueFields, NO_FORM);
export type CreateVenue = v.InferOutput<typeof CreateVenue>;

export const EditVenue = v.object({ ...v.partial(v.object(VenueFields)).entries, updated_at: SeenVersion }, NO_FORM);
export type EditVenue = v.InferOutput<typeof EditVenue>;

/** `into` is the venue to keep. */
export const MergeVenue = v.object(
  { into: v.pipe(v.string(NO_INTO), v.nonEmpty(NO_INTO), v.maxLength(64, NO_INTO)) },
  NO_FORM,
);
