import { REPLAY_MAX } from '../../../../../worker/contract/talk/chat.ts';
import { logOf, refreshed, type RoomLog, withMessages } from './message-log.ts';
import type { RoomHost } from './room-types.ts';

/** The room that misses messages, as it is at each moment. */
export interface Recovery {
  read: RoomHost['read'];
  log: () => RoomLog;
  become: (log: RoomLog) => void;
  /** False once another connection has begun. What was read for the old one is then dropped. */
  isWanted: () => boolean;
}

/**
 * Reads the messages after the last one that has no gap before it. Reads everything again if too many are missing.
 * Throws `ApiError`.
 */
export async function fillGap(room: Recovery): Promise<void> {
  for (;;) {
    const { last } = room.log();
    const page = await room.read(last);
    if (!room.isWanted()) return;
    if (page.last_seq < last || page.last_seq - last > REPLAY_MAX) return readAnew(room);
    room.become(withMessages(room.log(), page.messages));
    const reached = room.log().last;
    if (reached >= page.last_seq) return;
    // These numbers are lost for good. Asking again would never end.
    if (reached === last) return readAnew(room);
  }
}

/** Reads the newest messages, in place of the known ones. Throws `ApiError`. */
export async function readAnew(room: Recovery): Promise<void> {
  const { last } = room.log();
  const page = await room.read(null);
  if (!room.isWanted()) return;
  // A room that counts lower than before is another room, so nothing of the old one is kept.
  room.become(page.last_seq < last ? logOf(page) : refreshed(room.log(), page));
}
