import type { OperationsCheck } from './operations.ts';

/**
 * The states whose law on resale somebody has read. No lawyer has confirmed what we make of it, so the owner answers
 * each `asks` before payments go on.
 */
export const LAW_PACKS = [
  {
    name: 'new_york',
    title: 'New York',
    state: 'NY',
    cities: [
      'new york',
      'manhattan',
      'brooklyn',
      'queens',
      'flushing',
      'astoria',
      'ridgewood',
      'bronx',
      'staten island',
    ],
    law: 'Arts and Cultural Affairs Law § 25.07',
    source: 'https://www.nysenate.gov/legislation/laws/ACA/25.07',
    read_on: '2026-11-27',
    asks: 'We know which refunds ACAL 25.07 asks for.',
  },
  {
    name: 'massachusetts',
    title: 'Massachusetts',
    state: 'MA',
    cities: ['boston', 'cambridge', 'somerville', 'allston', 'brighton', 'south boston', 'quincy', 'brookline'],
    law: 'General Laws, chapter 140 §§ 185A and 185D, as rewritten in 2024',
    source: 'https://malegislature.gov/Laws/GeneralLaws/PartI/TitleXX/Chapter140/Section185A',
    read_on: '2026-11-27',
    asks: 'We have the license that Chapter 140 asks for, or know that we need none.',
  },
] as const;

/** A place of nights. `state` is the two letters, or null if the venue's address has none. */
interface Place {
  city: string;
  state: string | null;
}

/** Judges whether the law of every place where tickets are on sale is in a pack. */
export function judgeLaw(places: readonly Place[]): OperationsCheck {
  const without = places
    .filter((place) => !packOf(place))
    .map(({ city, state }) => (state ? `${city}, ${state}` : city));
  return {
    name: 'Law of the places',
    value: LAW_PACKS.map(({ title }) => title).join(', '),
    sentence:
      without.length === 0
        ? null
        : `Tickets are on sale where we haven’t read the law: ${without.join('; ')}. Correct the venue’s state, or unpublish its nights.`,
  };
}

const packOf = ({ city, state }: Place) =>
  LAW_PACKS.find((pack) =>
    state ? pack.state === state.trim().toUpperCase() : pack.cities.some((one) => one === city.trim().toLowerCase()),
  );
