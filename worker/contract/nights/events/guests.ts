import { MOST_GUEST_PLACES } from '../../../../drizzle/vocabulary.ts';
import * as v from 'valibot';
import { cleanName } from '../../text/names.ts';

export const MOST_GUESTS = 2000;
/** The size limit of a guest file, in bytes. */
export const GUEST_FILE_BYTES = 262_144;

const NO_NAME = 'Give the guest a name.';
const PLACES = `Places must be a whole number from 1 to ${MOST_GUEST_PLACES}.`;

export const Guest = v.object({
  name: v.pipe(v.string(NO_NAME), v.transform(cleanName), v.nonEmpty(NO_NAME), v.maxLength(100, 'Name too long')),
  places: v.pipe(v.number(PLACES), v.integer(PLACES), v.minValue(1, PLACES), v.maxValue(MOST_GUEST_PLACES, PLACES)),
});
export type Guest = v.InferOutput<typeof Guest>;

const TOO_MANY = `You can add at most ${MOST_GUESTS.toLocaleString('en-US')} guests.`;

/** If a name is already on the guest list, adding it again does not change its entry. */
export const AddGuests = v.object({
  guests: v.pipe(v.array(Guest), v.minLength(1, 'Add at least one guest.'), v.maxLength(MOST_GUESTS, TOO_MANY)),
});

export const GUEST_SOURCES = ['added', 'waitlist', 'tickets'] as const;
