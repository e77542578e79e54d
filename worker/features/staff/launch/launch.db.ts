import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { eventCards } from '../../../../drizzle/tables/nights/event-cards.ts';
import { launchSwitches } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { LAUNCH_FEATURES, type LaunchFeature } from '../../../../drizzle/vocabulary.ts';
import { neededFor, needing } from '../../../contract/staff/launch.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import { hasReadLaw } from '../../../http/shared/nights/read-law.ts';
import { stale } from '../../../http/answers/errors.ts';
import { launchNeeds } from './launch.errors.ts';

export function findSwitches(db: Db) {
  return db
    .select()
    .from(launchSwitches)
    .where(inArray(launchSwitches.feature, LAUNCH_FEATURES))
    .orderBy(asc(launchSwitches.feature));
}

export function findComing(db: Db, { limit }: { limit: number }) {
  return db
    .select({ slug: eventCards.slug, venue_slug: sql<string>`${venues.slug}`.as('venue_slug') })
    .from(eventCards)
    .innerJoin(venues, eq(venues.id, eventCards.venue_id))
    .orderBy(sql`${eventCards.tickets} > 0 desc`, asc(eventCards.place))
    .limit(limit);
}

export async function findVenueSlugs(db: Db, { limit }: { limit: number }): Promise<string[]> {
  const hasEvents = sql`exists (select 1 from ${eventCards} where ${eventCards.venue_id} = ${venues.id})`;
  const rows = await db
    .select({ slug: venues.slug })
    .from(venues)
    .orderBy(sql`${hasEvents} desc`, asc(venues.slug))
    .limit(limit);
  return rows.map(({ slug }) => slug);
}

export function findPlaces(db: Db) {
  return db
    .select({
      city: eventCards.venue_city,
      state: venues.state,
      sells: sql`max(${eventCards.tickets}) > 0`.mapWith(Boolean).as('sells'),
      has_read_law: hasReadLaw({ city: eventCards.venue_city, state: venues.state })
        .mapWith(Boolean)
        .as('has_read_law'),
    })
    .from(eventCards)
    .innerJoin(venues, eq(venues.id, eventCards.venue_id))
    .groupBy(eventCards.venue_city, venues.state)
    .orderBy(asc(eventCards.venue_city), asc(venues.state));
}

const isOnRow = (feature: LaunchFeature) =>
  sql`exists (select 1 from launch_switches as other where other.feature = ${feature} and other.is_on = 1)`;

/**
 * Turning a feature off also turns off the features that need it. When payments are turned on, `confirmed` holds the
 * answered questions and the cities, for the audit log. Throws `launch.needs` if the feature to turn on needs another
 * one that is off. Throws `request.stale` if a switch has changed since the admin saw it.
 */
export async function setSwitch(
  db: Db,
  {
    feature,
    is_on,
    was_on,
    confirmed = {},
    stamp,
  }: { feature: LaunchFeature; is_on: boolean; was_on: boolean; confirmed?: object; stamp: AuditStamp },
) {
  const needed = neededFor(feature);
  const rows = await findSwitches(db);
  const alsoOff = is_on ? [] : rows.filter((row) => row.is_on && needing(feature).includes(row.feature));
  const noneNeedsIt = needing(feature).map((other) => sql`not ${isOnRow(other)}`);
  const move = (name: LaunchFeature, to: { is_on: boolean; was_on: boolean }, conditions: readonly SQL[]) => ({
    run: db
      .update(launchSwitches)
      .set({ is_on: to.is_on, updated_by: stamp.actor_id, updated_at: stamp.at })
      .where(and(eq(launchSwitches.feature, name), eq(launchSwitches.is_on, to.was_on), ...conditions)),
    action: 'launch.set',
    target_type: 'launch',
    target_id: name,
    before: { is_on: to.was_on },
    after: { is_on: to.is_on, ...(name === feature ? confirmed : {}) },
  });
  const changes = [
    ...alsoOff.map((row) => move(row.feature, { is_on: false, was_on: true }, [])),
    move(feature, { is_on, was_on }, is_on ? (needed ? [isOnRow(needed)] : []) : noneNeedsIt),
  ];
  const current = async () => (await findSwitches(db)).find((row) => row.feature === feature)!;
  if (!(await tryAudited(db, { stamp, changes }))) {
    const theirs = await current();
    if (is_on && needed && theirs.is_on === was_on) throw launchNeeds(feature, needed);
    throw stale({ theirs, yours: { is_on } });
  }
  return current();
}
