import { asc, eq, lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { deletedEvents } from '../../../drizzle/tables/deleted-events.ts';
import * as schema from '../../../drizzle/tables/schema.ts';
import { previewName } from '../../http/image-store.ts';
import { log } from '../../http/log.ts';
import { closeRoom } from '../../rooms/ask-room.ts';

/** Within this the deletion itself is still at it. */
const GRACE_MS = 60_000;
/** Two calls of other services each, in the thousand that one run may make. */
const AT_ONCE = 100;

/** Takes away what a deleted event has outside of the database, and then the note that it is still to do. Tells in the log what failed. */
export async function clearAway(env: Env, eventId: string): Promise<void> {
  try {
    await Promise.all([closeRoom(env, eventId), env.IMAGES_BUCKET.delete(previewName(eventId))]);
    await drizzle(env.DB, { schema }).delete(deletedEvents).where(eq(deletedEvents.event_id, eventId));
  } catch (error) {
    log('warn', 'a deleted event is still to be cleared away', { event_id: eventId, reason: String(error) });
  }
}

/** Does the same for deletions whose own try failed, every minute until it is done. */
export async function clearAwayDeleted(env: Env, now: Date): Promise<void> {
  const left = await drizzle(env.DB, { schema })
    .select({ event_id: deletedEvents.event_id })
    .from(deletedEvents)
    .where(lt(deletedEvents.created_at, new Date(now.getTime() - GRACE_MS)))
    .orderBy(asc(deletedEvents.created_at))
    .limit(AT_ONCE);
  await Promise.all(left.map(({ event_id }) => clearAway(env, event_id)));
}
