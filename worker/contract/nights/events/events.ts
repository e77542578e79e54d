import * as v from 'valibot';
import { isDate, WHEN_NAMES } from './event-dates.ts';

/** The highest price that `under` accepts, in dollars. */
const MAX_UNDER = 250;

const says = {
  cursor: 'That cursor isn’t one of ours. Start from the first page.',
  limit: 'limit is a whole number from 1 to 200.',
  when: `when is ${WHEN_NAMES.join(', ')} or a date like 2026-12-04.`,
  under: `under is a whole number of dollars from 0 to ${MAX_UNDER}.`,
};

const text = (name: string, max: number) =>
  v.optional(v.pipe(v.string(), v.maxLength(max, `${name} has at most ${max} characters.`)), '');

const whole = (message: string, min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );

const isWhen = (given: string) => (WHEN_NAMES as readonly string[]).includes(given) || isDate(given);

const page = {
  cursor: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,19}$/, says.cursor))),
  limit: v.optional(whole(says.limit, 1, 200), '200'),
};

export const ListPage = v.object(page);

/**
 * `GET /api/events`. `q` searches title, venue, city, area, description and tags. `when` is a date in New York, or a
 * name of `WHEN_NAMES`. `city` is the city as displayed. `area` is one of `AREAS`. `under` is the highest current
 * ticket price to show, in dollars. `sort` orders by the current ticket price. `available=1` shows only events with
 * tickets on sale. `with=choices` adds the choices of each filter, and the number of events for each choice.
 */
export const ListEvents = v.object({
  ...page,
  q: text('q', 200),
  when: v.optional(v.pipe(v.string(), v.check(isWhen, says.when))),
  city: text('city', 100),
  area: text('area', 40),
  age: text('age', 40),
  venue: text('venue', 64),
  tag: text('tag', 24),
  under: v.optional(whole(says.under, 0, MAX_UNDER)),
  available: v.optional(v.literal('1', 'available may only be 1.')),
  sort: v.optional(v.picklist(['asc', 'desc'], 'sort is asc or desc.')),
  with: v.optional(v.literal('choices', 'with may only be choices.')),
});
export type ListEvents = v.InferOutput<typeof ListEvents>;

/** `GET /api/tickets`. `pair=1` shows listings of at least two tickets. The other filters are those of `ListEvents`. */
export const ListOnSale = v.object({
  ...v.pick(ListEvents, ['cursor', 'when', 'city', 'under']).entries,
  limit: v.optional(whole('limit is a whole number from 1 to 50.', 1, 50), '24'),
  pair: v.optional(v.literal('1', 'pair may only be 1.')),
});
export type ListOnSale = v.InferOutput<typeof ListOnSale>;

export type EventFilters = Omit<ListEvents, 'cursor' | 'limit' | 'with'> & Pick<ListOnSale, 'pair'>;

export const ReadEvent = v.object({ with: v.optional(v.literal('listings', 'with may only be listings.')) });
