import { MINUTE } from '../../../contract/time/durations.ts';
import { previewName } from '../../../http/shared/nights/image-store.ts';
import { log } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { closeRoom } from '../../../rooms/ask-room.ts';
import { findUncleared, markCleared } from './deleted-events.db.ts';

/** The request that deletes an event has this long to close the event's chat room and delete its preview images. */
const GRACE_MS = MINUTE;
/** One run of the cron job may make 1,000 calls to other services. Each event takes three: room, bucket, database. */
const AT_ONCE = 100;

/** Closes an event's room and deletes its preview images. A failure is logged, and the cron job tries again. */
export async function clearDeletedEvent(env: Env, eventId: string): Promise<void> {
  try {
    const pictures = [previewName(eventId), previewName(eventId, 'story')];
    await Promise.all([closeRoom(env, eventId), env.IMAGES_BUCKET.delete(pictures)]);
    await markCleared(openDb(env), eventId);
  } catch (error) {
    log('warn', 'a deleted event was not cleared; the next run retries', { event_id: eventId, reason: String(error) });
  }
}

export async function clearDeletedEvents(env: Env, now: Date): Promise<void> {
  const left = await findUncleared(openDb(env), { before: new Date(now.getTime() - GRACE_MS), limit: AT_ONCE });
  await Promise.all(left.map((eventId) => clearDeletedEvent(env, eventId)));
}
