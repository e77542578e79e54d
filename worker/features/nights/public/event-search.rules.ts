import type { EventFilters } from '../../../contract/nights/events/events.ts';
import { type Dates, datesOf } from '../../../contract/nights/events/event-dates.ts';
import { HOUR } from '../../../contract/time/durations.ts';
import { type Fees, highestAsk } from '../../../contract/trade/fees.ts';
import { displayCity } from '../../../contract/nights/places.ts';
import { nameKey } from '../../../contract/nights/events/slug.ts';

/** The widths in dollars of the price tokens, by their letter. */
const PRICE_STEPS = { m: 64, o: 16, q: 4, p: 1 } as const;
/** The widths in cents of the tokens that tell how far a price is into its dollar. */
const CENT_STEPS = { z: 10, y: 1 } as const;
/** The most words of a search that are looked up. */
const MAX_WORDS = 8;
/** The index has a word without one of its letters if the word has this many letters. */
const NEAR_LENGTHS = { least: 4, most: 16 };
/** The most words of a search in which a typing error is looked for. Each costs a question for every letter. */
const MAX_NEAR_WORDS = 2;
/** The most letters of a word that are looked up. */
const MAX_LETTERS = 30;

/** A search as questions to the index `event_index`, without its price. Null asks for nothing in particular. */
export interface EventSearch {
  /** The filters, and the words as they are spelled. */
  exact: string | null;
  /**
   * The filters, and the words with one wrong, missing or extra letter. It is asked if no event has the words as they
   * are spelled.
   */
  near: string | null;
  /** The words alone, as they are spelled. */
  words: string | null;
  dates: Dates | null;
}

/**
 * Turns filters into questions to the index. Every word of a search is quoted, so nothing in it is read as an operator.
 */
export function searchOf(filters: EventFilters, now: Date): EventSearch {
  const words = wordsOf(filters.q);
  const dates = filters.when ? datesOf(filters.when, now) : null;
  const facets = facetsOf(filters);
  const exact = words.map((word) => `words : "${word}" *`);
  return {
    exact: allOf([...facets, ...exact]),
    near: allOf([...facets, ...words.map((word, at) => (at < MAX_NEAR_WORDS ? nearly(word) : exact[at]!))]),
    words: allOf(exact),
    dates,
  };
}

/** The hours of some nights as a question, for a list that is not ordered by start. */
export function hoursOf({ from, to }: Dates): string {
  const hours = Array.from({ length: Math.ceil((to - from) / HOUR) }, (_, at) => `h${Math.floor(from / HOUR) + at}`);
  return `facets : (${hours.join(' OR ')})`;
}

/** Several questions as one, to which the answer must fit in every part. Null if there is none. */
export function allOf(parts: readonly (string | null)[]): string | null {
  return parts.flatMap((part) => (part === null ? [] : [`(${part})`])).join(' AND ') || null;
}

/** The question that every entry answers. */
export const EVERYTHING = 'facets : e';

/** The first letter of the token of each filter whose values the list offers. */
export const TOKEN_LETTERS = { city: 'c', age: 'a', venue: 'v', tag: 't' } as const;

/**
 * The questions for what a ticket costs at most, in dollars, if buyers pay the ask and if they pay the fees on top.
 * Null if every price fits.
 */
export function pricesUnder(under: number | undefined, fees: Fees): { ask: string; total: string } | null {
  if (under === undefined) return null;
  const total_cents = under * 100;
  return { ask: `(${pricesUpTo(total_cents)})`, total: `(${pricesUpTo(highestAsk({ total_cents, fees }))})` };
}

function facetsOf({ city, age, venue, tag, available, pair }: EventFilters): string[] {
  const values = { city: city && nameKey(displayCity(city)), age, venue, tag: tag.toLowerCase() };
  const named = Object.entries(TOKEN_LETTERS).flatMap(([kind, letter]) => {
    const value = values[kind as keyof typeof values];
    return value ? [`facets : ${letter}${hexOf(value)}`] : [];
  });
  return [...named, ...(available ? ['facets : s1'] : []), ...(pair ? ['facets : s2'] : [])];
}

/**
 * The question for every price from 0 to a number of cents. The index has each price rounded up to dollars, and its
 * cents in that dollar.
 */
function pricesUpTo(mostCents: number): string {
  const whole = Math.floor(mostCents / 100);
  const tokens = tokensBelow(whole + 1, PRICE_STEPS);
  const cents = tokensBelow(mostCents % 100, CENT_STEPS);
  const begun = cents.length > 0 ? [`(p${whole + 1} AND (${cents.join(' OR ')}))`] : [];
  return `facets : (${[...tokens, ...begun].join(' OR ')})`;
}

/**
 * The tokens that together cover the whole numbers from 0 to below an end: wide steps first, then narrower ones for the
 * rest.
 */
function tokensBelow(end: number, steps: Record<string, number>): string[] {
  const tokens: string[] = [];
  let covered = 0;
  for (const [letter, step] of Object.entries(steps))
    for (; covered + step <= end; covered += step) tokens.push(`${letter}${covered / step}`);
  return tokens;
}

/** The words of a text as they are searched: without case, accents and signs. */
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
 * A question for a word with at most one typing error. A missing letter, another letter and two swapped letters leave a
 * common rest.
 */
function nearly(word: string): string {
  const letters = Array.from(word);
  if (letters.length < NEAR_LENGTHS.least || letters.length > NEAR_LENGTHS.most) return `words : "${word}" *`;
  const shorter = [...new Set(letters.map((_, at) => letters.toSpliced(at, 1).join('')))]
    .map((rest) => `"${rest}"`)
    .join(' OR ');
  return `words : "${word}" * OR words : (${shorter}) OR near : ("${word}" OR ${shorter})`;
}

function hexOf(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
