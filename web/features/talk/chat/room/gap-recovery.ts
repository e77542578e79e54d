import { REPLAY_MAX } from '../../../../../worker/contract/talk/chat.ts';
import { logOf, refreshed, type RoomLog, withMessages } from './message-log.ts';
import type { RoomHost } from './room-types.ts';

export interface Recovery {
  read: RoomHost['read'];
  log: () => RoomLog;
  setLog: (log: RoomLog) => void;
  /** False once another connection has begun. Results for the old connection are then dropped. */
  isWanted: () => boolean;
}

/** Reads the missing messages, or only the newest messages if too many are missing. Throws `ApiError`. */
export async function fillGap(room: Recovery): Promise<void> {
  for (;;) {
    const { last } = room.log();
    const page = await room.read(last);
    if (!room.isWanted()) return;
    if (page.last_seq < last || page.last_seq - last > REPLAY_MAX) return readAnew(room);
    room.setLog(withMessages(room.log(), page.messages));
    const reached = room.log().last;
    if (reached >= page.last_seq) return;
    // The messages that are still missing are lost for good, so asking for them again would never end.
    if (reached === last) return readAnew(room);
  }
}

/** Replaces the known messages with the newest. Throws `ApiError`. */
export async function readAnew(room: Recovery): Promise<void> {
  const { last } = room.log();
  const page = await room.read(null);
  if (!room.isWanted()) return;
  // Lower message numbers than before mean a new room.
  room.setLog(page.last_seq < last ? logOf(page) : refreshed(room.log(), page));
}
