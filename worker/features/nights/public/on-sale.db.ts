import { type SQL, sql } from 'drizzle-orm';
import { eventCards } from '../../../../drizzle/tables/nights/event-cards.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import type { Db } from '../../../context.ts';
import { WHEN_NAMES } from '../../../contract/nights/events/event-dates.ts';
import type { EventFilters, ListOnSale } from '../../../contract/nights/events/events.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { UNDER_STEPS } from '../../../contract/nights/filter-steps.ts';
import { type Asked, choicesQuery, countsQuery, pageColumns, pageOf } from './search-events.db.ts';

const SHOWN_LISTINGS = 3;

export type OnSaleFilters = Pick<ListOnSale, 'when' | 'city' | 'under' | 'pair'>;

interface ShownListing {
  id: string;
  quantity: number;
  ask_price_cents: number;
  is_instant: 0 | 1;
}

const NO_FILTERS = { q: '', area: '', age: '', venue: '', tag: '', available: '1' } as const;

/** Finds events, ordered by start, each with its three cheapest listings in the price band. One round trip. */
export async function findOnSaleEvents(
  db: Db,
  {
    now,
    given,
    fees,
    after,
    limit,
  }: { now: Date; given: OnSaleFilters; fees: Fees; after: string | null; limit: number },
) {
  const asked = { now, fees, filters: { ...NO_FILTERS, ...given } };
  const page = pageQuery(db, { ...asked, after, limit });
  const isOn = db.select({ is_on: isLaunched('tickets').as('is_on') }).from(sql`(select 1)`);
  if (after !== null) {
    const [[open], events] = await db.batch([isOn, page]);
    return { is_on: open?.is_on ?? false, events, choices: null };
  }
  const [[open], events, [counts], city] = await db.batch([
    isOn,
    page,
    countsQuery(db, { ...asked, of: fixedChoices(asked.filters) }),
    choicesQuery(db, { ...asked, kind: 'city' }),
  ]);
  return { is_on: open?.is_on ?? false, events, choices: { counts: counts ?? {}, city } };
}

export type OnSaleRow = Awaited<ReturnType<typeof findOnSaleEvents>>['events'][number];

function pageQuery(db: Db, { limit, ...asked }: Asked & { after: string | null; limit: number }) {
  const { where, order } = pageOf(asked);
  return db
    .select({ ...pageColumns, offers: listingsOf(asked.filters) })
    .from(sql`event_index`)
    .crossJoin(eventCards)
    .where(where)
    .orderBy(order)
    .limit(limit);
}

function listingsOf({ pair }: EventFilters): SQL.Aliased<ShownListing[]> {
  const isPair = pair ? sql`and listing.quantity > 1` : sql``;
  return sql<ShownListing[]>`(select json_group_array(json_object('id', shown.id, 'quantity', shown.quantity,
      'ask_price_cents', shown.ask_price_cents, 'is_instant', shown.is_instant))
    from (select listing.id, listing.quantity, listing.ask_price_cents, listing.is_instant from listings as listing
      where listing.event_id = ${eventCards.event_id} and listing.status = 'active' and listing.waitlist_first = 0
        and listing.ask_price_cents between ${eventCards.band_min_cents} and ${eventCards.band_max_cents} ${isPair}
      order by listing.ask_price_cents, listing.created_at, listing.id limit ${SHOWN_LISTINGS}) as shown)`
    .mapWith((text: string) => JSON.parse(text) as ShownListing[])
    .as('offers');
}

/**
 * Returns the filters whose events are counted, by name. `found` has the given filters, `all` has only the filter for
 * tickets on sale, and any other entry has one of the given filters changed.
 */
function fixedChoices(filters: EventFilters): Record<string, EventFilters> {
  return {
    found: filters,
    all: { ...NO_FILTERS, city: '' },
    pair: { ...filters, pair: '1' },
    ...Object.fromEntries(WHEN_NAMES.map((when) => [when, { ...filters, when }])),
    ...Object.fromEntries(UNDER_STEPS.map((under) => [`under_${under}`, { ...filters, under }])),
  };
}
