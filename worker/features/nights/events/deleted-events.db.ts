import { asc, eq, lt } from 'drizzle-orm';
import { deletedEvents } from '../../../../drizzle/tables/nights/deleted-events.ts';
import type { Db } from '../../../context.ts';

/** Finds deleted events whose chat room or preview image may still exist, the oldest first. */
export async function findUncleared(db: Db, { before, limit }: { before: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .select({ event_id: deletedEvents.event_id })
    .from(deletedEvents)
    .where(lt(deletedEvents.created_at, before))
    .orderBy(asc(deletedEvents.created_at))
    .limit(limit);
  return rows.map(({ event_id }) => event_id);
}

export async function markCleared(db: Db, eventId: string): Promise<void> {
  await db.delete(deletedEvents).where(eq(deletedEvents.event_id, eventId));
}
