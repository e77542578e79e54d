import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { eventCards } from '../../../../drizzle/tables/nights/event-cards.ts';
import { launchSwitches } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { LAUNCH_FEATURES, type LaunchFeature } from '../../../../drizzle/vocabulary.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import { stale } from '../../../http/answers/errors.ts';

/** Finds the launch switch of every feature, by its name. */
export function findSwitches(db: Db) {
  return db
    .select()
    .from(launchSwitches)
    .where(inArray(launchSwitches.feature, LAUNCH_FEATURES))
    .orderBy(asc(launchSwitches.feature));
}

/** Finds the slugs of the next events with tickets on sale, and of their venues. Reads three rows per event. */
export function findOnSale(db: Db, { limit }: { limit: number }) {
  return db
    .select({ slug: eventCards.slug, venue_slug: sql<string>`${venues.slug}`.as('venue_slug') })
    .from(sql`event_index`)
    .crossJoin(eventCards)
    .innerJoin(venues, eq(venues.id, eventCards.venue_id))
    .where(sql`event_index match 'facets : s1' and event_index.rowid > 0 and ${eventCards.place} = event_index.rowid`)
    .orderBy(sql`event_index.rowid`)
    .limit(limit);
}

/** Sets a switch and returns its row. Throws `request.stale` if the switch has changed since the editor saw it. */
export async function setSwitch(
  db: Db,
  { feature, is_on, was_on, stamp }: { feature: LaunchFeature; is_on: boolean; was_on: boolean; stamp: AuditStamp },
) {
  const run = db
    .update(launchSwitches)
    .set({ is_on, updated_by: stamp.actor_id, updated_at: stamp.at })
    .where(and(eq(launchSwitches.feature, feature), eq(launchSwitches.is_on, was_on)));
  const change = {
    action: 'launch.set',
    target_type: 'launch',
    target_id: feature,
    before: { is_on: was_on },
    after: { is_on },
  };
  const current = () => db.select().from(launchSwitches).where(eq(launchSwitches.feature, feature));
  try {
    await writeAudited(db, { stamp, changes: [{ run, ...change }] });
  } catch (error) {
    if (error instanceof NothingChanged) throw stale({ theirs: (await current())[0] ?? null, yours: { is_on } });
    throw error;
  }
  const [row] = await current();
  return row!;
}
