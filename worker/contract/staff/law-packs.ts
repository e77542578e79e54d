import { AREAS } from '../nights/places.ts';
import type { OperationsCheck } from './operations.ts';

const citiesIn = (state: 'NY' | 'MA'): readonly string[] =>
  AREAS.filter((area) => area.state === state).flatMap<string>(({ cities }) => cities);

/**
 * We have read these resale laws, but no lawyer has confirmed our reading. So the owner has to confirm the sentence in
 * `asks`.
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

export function judgeLaw(
  places: readonly { city: string; state: string | null; has_read_law: boolean }[],
): OperationsCheck {
  const unread = places.filter(({ has_read_law }) => !has_read_law);
  const named = unread.map(({ city, state }) => (state ? `${city}, ${state}` : city)).join('; ');
  return {
    name: 'Law of the places',
    value: LAW_PACKS.map(({ title }) => title).join(', '),
    sentence:
      unread.length === 0
        ? null
        : `Tickets are on sale where we haven’t read the law: ${named}. Correct the venue’s state, or unpublish its nights.`,
  };
}
