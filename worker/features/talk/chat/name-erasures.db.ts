import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { nameErasures } from '../../../../drizzle/tables/talk/name-erasures.ts';
import type { Db } from '../../../context.ts';

/**
 * Finds the next names to erase. An account's `event_place` is the rowid of an event. The account's name is already
 * erased in the rooms of all events up to this rowid. Returns at most `people` accounts that share the lowest
 * `event_place`, and at most `rooms` rooms after it. Returns null if no name is left to erase.
 */
export async function findErasures(db: Db, { people, rooms }: { people: number; rooms: number }) {
  const first = sql`(select min(event_place) from name_erasures)`;
  const place = sql<number>`events.rowid`;
  const [asked, next] = await db.batch([
    db
      .select({ user_id: nameErasures.user_id, event_place: nameErasures.event_place })
      .from(nameErasures)
      .where(eq(nameErasures.event_place, first))
      .limit(people),
    db
      .select({ id: events.id, place: place.as('place') })
      .from(events)
      .where(gt(place, first))
      .orderBy(asc(place))
      .limit(rooms),
  ]);
  if (asked.length === 0) return null;
  return { users: asked.map(({ user_id }) => user_id), from: asked[0]!.event_place, rooms: next };
}

/** Records that the names are erased in the rooms up to the rowid `to`. If `to` is null, all rooms are done. */
export async function markErased(
  db: Db,
  { users, from, to }: { users: readonly string[]; from: number; to: number | null },
): Promise<void> {
  const isTheirs = and(
    inArray(nameErasures.user_id, sql`(select value from json_each(${JSON.stringify(users)}))`),
    eq(nameErasures.event_place, from),
  );
  if (to === null) await db.delete(nameErasures).where(isTheirs);
  else await db.update(nameErasures).set({ event_place: to }).where(isTheirs);
}
