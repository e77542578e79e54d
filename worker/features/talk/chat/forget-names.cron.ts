import { openDb } from '../../../http/database/open-db.ts';
import { roomOf } from '../../../rooms/ask-room.ts';
import { findErasures, markErased } from './name-erasures.db.ts';

/** How many people and rooms one run of the cron job handles at most. The next run continues a minute later. */
const PEOPLE_AT_ONCE = 100;
const ROOMS_AT_ONCE = 100;

/**
 * Erases the names of deleted accounts in chats. Asks all rooms, because the database does not know where a person
 * wrote. If this fails, the next run asks the same rooms again.
 */
export async function forgetChatNames(env: Env): Promise<void> {
  const db = openDb(env);
  const due = await findErasures(db, { people: PEOPLE_AT_ONCE, rooms: ROOMS_AT_ONCE });
  if (!due) return;
  const { users, from, rooms } = due;
  await Promise.all(rooms.map(({ id }) => roomOf(env, id).forget(users)));
  await markErased(db, { users, from, to: rooms.length < ROOMS_AT_ONCE ? null : rooms.at(-1)!.place });
}
