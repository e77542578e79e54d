import { asc, eq, lt } from 'drizzle-orm';
import { deletedEvents } from '../../../drizzle/tables/deleted-events.ts';
import type { Db } from '../../context.ts';

/** The ids of deleted events that still have something outside of the database, oldest first. */
export async function findUncleared(db: Db, { before, limit }: { before: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .select({ event_id: deletedEvents.event_id })
    .from(deletedEvents)
    .where(lt(deletedEvents.created_at, before))
    .orderBy(asc(deletedEvents.created_at))
    .limit(limit);
  return rows.map(({ event_id }) => event_id);
}

/** Notes that nothing of a deleted event is left. */
export async function markCleared(db: Db, eventId: string): Promise<void> {
  await db.delete(deletedEvents).where(eq(deletedEvents.event_id, eventId));
}
