import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { eventCards, PLACES_AT_A_PRICE } from '../../../../drizzle/tables/nights/event-cards.ts';
import { type ChoiceKind, eventChoices } from '../../../../drizzle/tables/nights/event-choices.ts';
import { earliestStart } from '../../../../drizzle/tables/nights/event-over.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import type { Db } from '../../../context.ts';
import { WHEN_NAMES } from '../../../contract/nights/events/event-dates.ts';
import type { EventFilters } from '../../../contract/nights/events/events.ts';
import { type Fees, highestAsk } from '../../../contract/trade/fees.ts';
import { COUNTED, UNDER_STEPS } from '../../../contract/nights/filter-steps.ts';
import { cardColumns, isShownCard, placeAfter, placeBefore } from './event-cards.db.ts';
import {
  allOf,
  EVERYTHING,
  type EventSearch,
  hoursOf,
  pricesUnder,
  searchOf,
  TOKEN_LETTERS,
} from './event-search.rules.ts';

const MOST_VALUES: Record<ChoiceKind, number> = { city: 20, area: 6, age: 8, tag: 12, venue: 200 };

/**
 * The key of an entry in `event_index`. Each card has two entries. The key of the first is the card's `place`, so it
 * sorts by start. The key of the second is `price_place`, which is negative and has `place` in its low bits.
 */
const entry = sql<number>`event_index.rowid`;
const ofEntry = sql`${eventCards.place} = (${entry} & ${sql.raw(String(PLACES_AT_A_PRICE - 1))})`;
const fromIndex = sql`event_index`;

/** SQL value: the query of a search. Typos are allowed only if no visible event has the words as they are spelled. */
function queryOf({ exact, near, words }: EventSearch, { now, filters: { under }, fees }: Asked): SQL {
  const price = priceQuery(under, fees);
  if (words === null) return price && exact === null ? price : withPrice(sql`${exact ?? EVERYTHING}`, price);
  return withPrice(sql`iif(${hasMatch(sql`${words}`, now)}, ${exact}, ${near})`, price);
}

/**
 * SQL value: the query for a price limit, or null. With payments on, the limit includes fees. A statement takes at most
 * 100 bound values, so the query is part of the SQL text. That is safe, because it has only number tokens.
 */
function priceQuery(under: number | undefined, fees: Fees): SQL | null {
  const prices = pricesUnder(under, fees);
  return prices && sql`iif(${isLaunched('payments')}, ${sql.raw(`'${prices.total}'`)}, ${sql.raw(`'${prices.ask}'`)})`;
}

const withPrice = (query: SQL, price: SQL | null): SQL => (price ? sql`(${query}) || ' AND ' || ${price}` : query);

/** SQL condition: a visible event matches the query. A hidden event must not affect anything that a visitor sees. */
function hasMatch(query: SQL, now: Date): SQL {
  const from = placeBefore(earliestStart(now).getTime());
  const where = and(sql`event_index match ${query}`, sql`${entry} > ${from}`, ofEntry, isShownCard(now));
  return sql`exists (select 1 from event_index cross join ${eventCards} where ${where})`;
}

function byStart({
  search,
  query,
  pairUnder,
  now,
}: {
  search: EventSearch;
  query: SQL;
  pairUnder: SQL | undefined;
  now: Date;
}) {
  const from = Math.max(search.dates?.from ?? 0, earliestStart(now).getTime());
  const to = search.dates ? sql`${entry} < ${placeBefore(search.dates.to)}` : undefined;
  return and(
    sql`event_index match ${query}`,
    sql`${entry} > ${placeBefore(from)}`,
    to,
    ofEntry,
    isShownCard(now),
    pairUnder,
  );
}

/** SQL condition: a pair of tickets is within the price limit. The index has only the lowest price of one ticket. */
function isPairUnder({ filters: { pair, under }, fees }: Asked): SQL | undefined {
  if (!pair || under === undefined) return undefined;
  const total_cents = under * 100;
  return sql`${eventCards.pair_cents} <= iif(${isLaunched('payments')}, ${highestAsk({ total_cents, fees })},
    ${total_cents})`;
}

export interface Asked {
  now: Date;
  filters: EventFilters;
  fees: Fees;
}

export const pageColumns = { ...cardColumns, cursor: sql<string>`cast(${entry} as text)`.as('cursor') };

function pageQuery(db: Db, { limit, ...asked }: Asked & { after: string | null; limit: number }) {
  const { where, order } = pageOf(asked);
  return db.select(pageColumns).from(fromIndex).crossJoin(eventCards).where(where).orderBy(order).limit(limit);
}

export function pageOf({ after, ...asked }: Asked & { after: string | null }): { where: SQL | undefined; order: SQL } {
  const { now, filters } = asked;
  const search = searchOf(filters, now);
  if (!filters.sort) {
    const where = byStart({ search, query: queryOf(search, asked), pairUnder: isPairUnder(asked), now });
    return { where: and(where, after === null ? undefined : sql`${entry} > ${placeAfter(after)}`), order: asc(entry) };
  }
  // Entries by price are not ordered by start, so dates are matched by hour tokens.
  const hours = search.dates ? [hoursOf(search.dates)] : [];
  const query = queryOf(
    { ...search, exact: allOf([...hours, search.exact]), near: allOf([...hours, search.near]) },
    asked,
  );
  const isDown = filters.sort === 'desc';
  const rest =
    after === null ? undefined : isDown ? sql`${entry} < ${placeAfter(after)}` : sql`${entry} > ${placeAfter(after)}`;
  const where = and(sql`event_index match ${query}`, sql`${entry} < 0`, rest, ofEntry, isShownCard(now));
  return { where, order: isDown ? desc(entry) : asc(entry) };
}

/** SQL value: how many events match a search, counted up to one more than `COUNTED`. */
function countOf(asked: Asked, only: (query: SQL) => SQL = (query) => query): SQL<number> {
  const { now, filters } = asked;
  const search = searchOf(filters, now);
  const where = byStart({ search, query: only(queryOf(search, asked)), pairUnder: isPairUnder(asked), now });
  return sql<number>`(select count(*) from (select 1 from event_index cross join ${eventCards} where ${where}
    limit ${COUNTED + 1}))`;
}

export function countsQuery(db: Db, { of, ...asked }: Omit<Asked, 'filters'> & { of: Record<string, EventFilters> }) {
  const counts = Object.entries(of).map(([name, filters]) => [name, countOf({ ...asked, filters }).as(name)] as const);
  return db.select(Object.fromEntries(counts)).from(sql`(select 1)`);
}

/**
 * Selects the values that a filter offers, the most frequent first, each with its number of events under the other
 * filters. Venues have no such number.
 */
export function choicesQuery(db: Db, { kind, ...asked }: Asked & { kind: ChoiceKind }) {
  const { now, filters } = asked;
  const token = sql`'(facets : ' || ${TOKEN_LETTERS[kind]} || hex(${eventChoices.value}) || ')'`;
  const counted = countOf(
    { ...asked, filters: { ...filters, [kind]: '' } },
    (query) => sql`('(' || ${query} || ') AND ' || ${token})`,
  );
  return db
    .select({
      value: eventChoices.value,
      label: eventChoices.label,
      events: (kind === 'venue' ? sql<number | null>`null` : (counted as SQL<number | null>)).as('events'),
    })
    .from(eventChoices)
    .where(and(eq(eventChoices.kind, kind), kind === 'tag' ? hasMatch(token, now) : undefined))
    .orderBy(desc(eventChoices.cards), asc(eventChoices.value))
    .limit(MOST_VALUES[kind]);
}

export async function findEvents(db: Db, asked: Parameters<typeof pageQuery>[1]) {
  return pageQuery(db, asked);
}

/**
 * Finds the first page of cards, and for each choice of the filters, except venues, how many events it would find.
 * `counts` has these numbers for the fixed choices. `without` has, for each active filter, the number of events if that
 * filter is removed. One round trip.
 */
export async function findEventsWithChoices(db: Db, { limit, ...asked }: Asked & { limit: number }) {
  const { filters } = asked;
  const set = Object.entries(filters).filter(([name, value]) => name !== 'sort' && value !== undefined && value !== '');
  const without = Object.fromEntries(
    set.map(([name]) => [name, { ...filters, [name]: name in EMPTY ? '' : undefined }]),
  );
  const [events, [counts], [loosened], city, area, age, tag, venue] = await db.batch([
    pageQuery(db, { ...asked, after: null, limit }),
    countsQuery(db, { ...asked, of: fixedChoices(filters) }),
    countsQuery(db, { ...asked, of: { ...without, none: filters } }),
    choicesQuery(db, { ...asked, kind: 'city' }),
    choicesQuery(db, { ...asked, kind: 'area' }),
    choicesQuery(db, { ...asked, kind: 'age' }),
    choicesQuery(db, { ...asked, kind: 'tag' }),
    choicesQuery(db, { ...asked, kind: 'venue' }),
  ]);
  const { none: found = 0, ...removed } = loosened ?? {};
  return { events, choices: { found, counts: counts ?? {}, without: removed, city, area, age, tag, venue } };
}

const EMPTY = { q: '', city: '', area: '', age: '', venue: '', tag: '' };

function fixedChoices(filters: EventFilters): Record<string, EventFilters> {
  return {
    ...Object.fromEntries(WHEN_NAMES.map((when) => [when, { ...filters, when }])),
    ...Object.fromEntries(UNDER_STEPS.map((under) => [`under_${under}`, { ...filters, under }])),
    available: { ...filters, available: '1' },
  };
}
