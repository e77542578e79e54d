import { AREAS } from '../nights/places.ts';
import type { OperationsCheck } from './operations.ts';

const citiesIn = (state: 'NY' | 'MA'): readonly string[] =>
  AREAS.filter((area) => area.state === state).flatMap<string>(({ cities }) => cities);

/**
 * The states whose law on resale somebody has read. No lawyer has confirmed what we make of it, so the owner answers
 * each `asks` before payments go on.
 */
export const LAW_PACKS = [
  {
    name: 'new_york',
    title: 'New York',
    state: 'NY',
    cities: ['new york', ...citiesIn('NY')],
    law: 'Arts and Cultural Affairs Law § 25.07',
    source: 'https://www.nysenate.gov/legislation/laws/ACA/25.07',
    read_on: '2026-11-27',
    asks: 'We know which refunds ACAL 25.07 asks for.',
  },
  {
    name: 'massachusetts',
    title: 'Massachusetts',
    state: 'MA',
    cities: ['boston', 'brookline', 'quincy', ...citiesIn('MA')],
    law: 'General Laws, chapter 140 §§ 185A and 185D, as rewritten in 2024',
    source: 'https://malegislature.gov/Laws/GeneralLaws/PartI/TitleXX/Chapter140/Section185A',
    read_on: '2026-11-27',
    asks: 'We have the license that Chapter 140 asks for, or know that we need none.',
  },
] as const;

/** A place of nights. `state` is a venue's state as staff or a feed wrote it, or null. */
interface Place {
  city: string;
  state: string | null;
}

/** Judges whether the law of every place where tickets are on sale is in a pack. */
export function judgeLaw(places: readonly Place[]): OperationsCheck {
  const without = places.filter((place) => !hasPack(place));
  const named = without.map(({ city, state }) => (state ? `${city}, ${state}` : city)).join('; ');
  return {
    name: 'Law of the places',
    value: LAW_PACKS.map(({ title }) => title).join(', '),
    sentence:
      without.length === 0
        ? null
        : `Tickets are on sale where we haven’t read the law: ${named}. Correct the venue’s state, or unpublish its nights.`,
  };
}

function hasPack({ city, state }: Place): boolean {
  const [inCity, inState] = [city.trim().toLowerCase(), state?.trim().toLowerCase()];
  return LAW_PACKS.some((pack) =>
    inState ? [pack.state, pack.title].some((name) => name.toLowerCase() === inState) : pack.cities.includes(inCity),
  );
}
