import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { salesOfEvent } from '../../../http/shared/event-sales.ts';
import { feedEvents } from '../../../../drizzle/tables/nights/feed-events.ts';
import { venueAliases } from '../../../../drizzle/tables/nights/venues/venue-aliases.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { nameKey } from '../../../contract/nights/events/slug.ts';
import { eventSlugs, venueSlugs, type Item, type Known } from './ingest.rules.ts';
import type { SoldEvent } from './sold-event.rules.ts';
import { each, field } from './json-set.db.ts';

const ownerColumns = {
  id: events.id,
  source: events.source,
  external_id: events.external_id,
  organizer_id: events.organizer_id,
  has_sales: events.has_sales,
  // Facts with which `guardOf` checks a feed's edits to a sold event. Null for an event without sales, because
  // its edits are not checked.
  sold: sql<SoldEvent | null>`iif(${events.has_sales} = 0, null, json_object('sales', json(${salesOfEvent}), 'start_at',
    ${events.start_at},
    'is_cancelled', json(iif(${events.cancelled_at} is null, 'false', 'true')), 'edited', json(${events.edited_fields}),
    'city', (select place.city from venues as place where place.id = ${events.venue_id})))`
    .mapWith((text: string): SoldEvent | null => JSON.parse(text) as SoldEvent)
    .as('sold'),
};
const eventColumns = {
  ...ownerColumns,
  name_key: events.name_key,
  venue_id: events.venue_id,
  start_at: events.start_at,
};
const calledColumns = {
  ...ownerColumns,
  name_key: feedEvents.name_key,
  venue_id: feedEvents.venue_id,
  start_at: feedEvents.start_at,
};

const venueColumns = { id: venues.id, name_key: venues.name_key, city_key: venues.city_key };

/** SQL condition: the item names this venue, by its name or an alias, in any city. */
const isCalled = (venue_id: typeof events.venue_id | typeof feedEvents.venue_id) => sql`${venue_id} in (
  select ${venues.id} from ${venues} where ${venues.name_key} = ${field('venue_key')}
  union all select ${venueAliases.venue_id} from ${venueAliases}
    where ${venueAliases.name_key} = ${field('venue_key')})`;

export async function findKnown(db: Db, items: readonly Item[]): Promise<Known> {
  const all = items.map(({ event }) => event);
  const names = [...new Set(all.map(({ venue_name }) => nameKey(venue_name)))];
  const withId = all
    .filter(({ external_id }) => external_id !== null)
    .map(({ source, external_id }) => ({ source, external_id }));
  const withoutId = all
    .filter(({ external_id }) => external_id === null)
    .map(({ title, venue_name, start_at }) => ({ name_key: nameKey(title), venue_key: nameKey(venue_name), start_at }));

  const byExternal = db
    .select(eventColumns)
    .from(each(withId))
    .crossJoin(events)
    .where(and(eq(events.source, field('source')), eq(events.external_id, field('external_id'))));
  const byEvent = db
    .select(eventColumns)
    .from(each(withoutId))
    .crossJoin(events)
    .where(
      and(isCalled(events.venue_id), eq(events.start_at, field('start_at')), eq(events.name_key, field('name_key'))),
    );
  const byFeedName = db
    .select(calledColumns)
    .from(each(withoutId))
    .crossJoin(feedEvents)
    .crossJoin(events)
    .where(
      and(
        eq(feedEvents.name_key, field('name_key')),
        isCalled(feedEvents.venue_id),
        eq(feedEvents.start_at, field('start_at')),
        eq(events.id, feedEvents.event_id),
      ),
    );
  const sameName = db
    .select(venueColumns)
    .from(each(names))
    .crossJoin(venues)
    .where(eq(venues.name_key, sql`j.value`))
    .orderBy(venues.created_at, venues.id);
  const aliased = db
    .select({
      alias: named('alias', { name_key: venueAliases.name_key, city_key: venueAliases.city_key }),
      ...venueColumns,
    })
    .from(each(names))
    .crossJoin(venueAliases)
    .crossJoin(venues)
    .where(and(eq(venueAliases.name_key, sql`j.value`), eq(venues.id, venueAliases.venue_id)))
    .orderBy(venues.created_at, venues.id, venueAliases.city_key);
  const [external, nameless, called, rooms, aliases, ...slugs] = await db.batch([
    byExternal,
    byEvent,
    byFeedName,
    sameName,
    aliased,
    ...takenSlugs(db, { column: events.slug, table: events, wanted: all.map(eventSlugs) }),
    ...takenSlugs(db, { column: venues.slug, table: venues, wanted: all.map(venueSlugs) }),
  ]);
  const [plain, dated, venuePlain, venueDated] = slugs.map((rows) => rows.map(({ slug }) => slug));
  return {
    venues: rooms,
    aliases: aliases.map(({ alias: { name_key, city_key }, ...venue }) => ({ name_key, city_key, venue })),
    events: [...external, ...nameless],
    called,
    slugs: new Set([...plain!, ...dated!]),
    venue_slugs: new Set([...venuePlain!, ...venueDated!]),
  };
}

function takenSlugs(
  db: Db,
  {
    column,
    table,
    wanted,
  }: { column: SlugColumn; table: typeof events | typeof venues; wanted: { base: string; suffix: string }[] },
) {
  const plain = [...new Set(wanted.map(({ base }) => base))];
  const dated = [...new Set(wanted.map(({ base, suffix }) => `${base}-${suffix}`))];
  const among = (slugs: string[]) => db.select({ slug: column }).from(each(slugs)).crossJoin(table);
  return [
    among(plain).where(eq(column, sql`j.value`)),
    // '-' sorts just before '.', so the range from `loft-boston` to `loft-boston.` also holds `loft-boston-2`.
    among(dated).where(and(gte(column, sql`j.value`), lt(column, sql`j.value || '.'`))),
  ] as const;
}
type SlugColumn = typeof events.slug | typeof venues.slug;
