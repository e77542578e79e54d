import { openDb } from '../../../http/database/open-db.ts';
import { roomOf } from '../../../rooms/ask-room.ts';
import { findErasures, markErased } from './name-erasures.db.ts';

/** The most people and the most rooms of one run. The next run, a minute later, goes on with the next rooms. */
const PEOPLE_AT_ONCE = 100;
const ROOMS_AT_ONCE = 100;

/**
 * Lets the chat rooms forget the names of deleted accounts, room by room: nothing in the database says in which of them
 * a person wrote. It is safe to run at any time; a room that fails is asked again.
 */
export async function forgetChatNames(env: Env): Promise<void> {
  const db = openDb(env);
  const due = await findErasures(db, { people: PEOPLE_AT_ONCE, rooms: ROOMS_AT_ONCE });
  if (!due) return;
  const { users, from, rooms } = due;
  await Promise.all(rooms.map(({ id }) => roomOf(env, id).forget(users)));
  await markErased(db, { users, from, to: rooms.length < ROOMS_AT_ONCE ? null : rooms.at(-1)!.place });
}
