import { previewName } from '../../http/image-store.ts';
import { log } from '../../http/log.ts';
import { openDb } from '../../http/open-db.ts';
import { closeRoom } from '../../rooms/ask-room.ts';
import { findUncleared, markCleared } from './deleted-events.db.ts';

/** The request that deletes an event needs less than this to clear it away itself. */
const GRACE_MS = 60_000;
/** One run may make a thousand calls of other services, and each event takes two. */
const AT_ONCE = 100;

/** Deletes the chat room and the preview image of a deleted event. A failure is logged and tried again a minute later. */
export async function clearDeletedEvent(env: Env, eventId: string): Promise<void> {
  try {
    await Promise.all([closeRoom(env, eventId), env.IMAGES_BUCKET.delete(previewName(eventId))]);
    await markCleared(openDb(env), eventId);
  } catch (error) {
    log('warn', 'a deleted event is still to be cleared away', { event_id: eventId, reason: String(error) });
  }
}

/** Clears away the deleted events whose first attempt failed. Runs every minute. */
export async function clearDeletedEvents(env: Env, now: Date): Promise<void> {
  const left = await findUncleared(openDb(env), { before: new Date(now.getTime() - GRACE_MS), limit: AT_ONCE });
  await Promise.all(left.map((eventId) => clearDeletedEvent(env, eventId)));
}
