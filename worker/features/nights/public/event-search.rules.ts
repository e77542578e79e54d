import type { EventFilters } from '../../../contract/nights/events/events.ts';
import { type Dates, datesOf } from '../../../contract/nights/events/event-dates.ts';
import { toHex } from '../../../contract/text/bytes.ts';
import { HOUR } from '../../../contract/time/durations.ts';
import { type Fees, highestAsk } from '../../../contract/trade/fees.ts';
import { displayCity } from '../../../contract/nights/places.ts';
import { nameKey } from '../../../contract/nights/events/slug.ts';

/** How many dollars a token in the index covers, by its letter. For example, `m2` covers 128 to 191. */
const PRICE_STEPS = { m: 64, o: 16, q: 4, p: 1 } as const;
/** The same for the cents, the second number of a price (see `pricesUpTo`). For example, `z3` covers 30 to 39. */
const CENT_STEPS = { z: 10, y: 1 } as const;
const MAX_WORDS = 8;
/** Typos are allowed only in words of this length. The column `near` of the index has variants only of such words. */
const NEAR_LENGTHS = { least: 4, most: 16 };
/** How many words are checked for typos. Each word adds two query terms per letter. */
const MAX_NEAR_WORDS = 2;
const MAX_LETTERS = 30;

/** A search as queries of the index `event_index`, without the price limit. A null query matches everything. */
export interface EventSearch {
  /** The filters, and the words as spelled. */
  exact: string | null;
  /** The filters, and the words with typos allowed. Used if no event has the words as spelled. */
  near: string | null;
  /** Only the words, as spelled. */
  words: string | null;
  dates: Dates | null;
}

/** Every word is quoted, so that nothing in it acts as an operator. */
export function searchOf(filters: EventFilters, now: Date): EventSearch {
  const words = wordsOf(filters.q);
  const dates = filters.when ? datesOf(filters.when, now) : null;
  const facets = facetsOf(filters);
  const exact = words.map((word) => `words : "${word}" *`);
  return {
    exact: allOf([...facets, ...exact]),
    near: allOf([...facets, ...words.map((word, at) => (at < MAX_NEAR_WORDS ? withTypo(word) : exact[at]!))]),
    words: allOf(exact),
    dates,
  };
}

export function hoursOf({ from, to }: Dates): string {
  const hours = Array.from({ length: Math.ceil((to - from) / HOUR) }, (_, at) => `h${Math.floor(from / HOUR) + at}`);
  return `facets : (${hours.join(' OR ')})`;
}

export function allOf(parts: readonly (string | null)[]): string | null {
  return parts.flatMap((part) => (part === null ? [] : [`(${part})`])).join(' AND ') || null;
}

export const EVERYTHING = 'facets : e';

export const TOKEN_LETTERS = { city: 'c', area: 'n', age: 'a', venue: 'v', tag: 't' } as const;

/** Returns the queries for tickets of at most `under` dollars: by ask price, and by total. Null without a limit. */
export function pricesUnder(under: number | undefined, fees: Fees): { ask: string; total: string } | null {
  if (under === undefined) return null;
  const total_cents = under * 100;
  return { ask: `(${pricesUpTo(total_cents)})`, total: `(${pricesUpTo(highestAsk({ total_cents, fees }))})` };
}

function facetsOf({ city, area, age, venue, tag, available, pair }: EventFilters): string[] {
  const values = { city: city && nameKey(displayCity(city)), area, age, venue, tag: tag.toLowerCase() };
  const named = Object.entries(TOKEN_LETTERS).flatMap(([kind, letter]) => {
    const value = values[kind as keyof typeof values];
    return value ? [`facets : ${letter}${hexOf(value)}`] : [];
  });
  return [...named, ...(available ? ['facets : s1'] : []), ...(pair ? ['facets : s2'] : [])];
}

/**
 * Returns the query for prices from 0 to `mostCents`. The index adds 99 cents to each price and has two numbers for the
 * sum: its whole dollars and its remaining cents. For example, $7.01 is 8 and 0, $7.50 is 8 and 49, and $8.00 is 8 and
 * 99.
 */
function pricesUpTo(mostCents: number): string {
  const whole = Math.floor(mostCents / 100);
  const tokens = tokensBelow(whole + 1, PRICE_STEPS);
  const cents = tokensBelow(mostCents % 100, CENT_STEPS);
  const begun = cents.length > 0 ? [`(p${whole + 1} AND (${cents.join(' OR ')}))`] : [];
  return `facets : (${[...tokens, ...begun].join(' OR ')})`;
}

/** Tokens that cover the numbers from 0 to `end`, exclusive: wide steps first, then narrower ones for the rest. */
function tokensBelow(end: number, steps: Record<string, number>): string[] {
  const tokens: string[] = [];
  let covered = 0;
  for (const [letter, step] of Object.entries(steps))
    for (; covered + step <= end; covered += step) tokens.push(`${letter}${covered / step}`);
  return tokens;
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, MAX_WORDS)
      .map((word) => Array.from(word).slice(0, MAX_LETTERS).join('')) ?? []
  );
}

/**
 * Matches a word with at most one typo: the typed and the indexed spelling are equal after at most one letter is
 * removed from each.
 */
function withTypo(word: string): string {
  const letters = Array.from(word);
  if (letters.length < NEAR_LENGTHS.least || letters.length > NEAR_LENGTHS.most) return `words : "${word}" *`;
  const shorter = [...new Set(letters.map((_, at) => letters.toSpliced(at, 1).join('')))]
    .map((rest) => `"${rest}"`)
    .join(' OR ');
  return `words : "${word}" * OR words : (${shorter}) OR near : ("${word}" OR ${shorter})`;
}

const hexOf = (text: string) => toHex(new TextEncoder().encode(text));
