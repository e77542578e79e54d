import { sql } from 'drizzle-orm';
import { messages, mutes } from '../../drizzle/room/schema.ts';
import type { ChatMessage } from '../contract/talk/chat.ts';
import type { RoomDb } from './room-state.db.ts';

export const concerns =
  (users: readonly string[]) =>
  ({ user_id, mentions = [], removed }: ChatMessage): boolean =>
    [user_id, removed?.by?.user_id, ...mentions.map((one) => one.user_id)].some(
      (id) => id !== undefined && users.includes(id),
    );

/**
 * Removes the names of `users` from messages, mentions, and actions of moderators. The texts of the messages stay. A
 * second call changes nothing.
 */
export function forgetNames(db: RoomDb, users: readonly string[]): void {
  const given = sql`(select value from json_each(${JSON.stringify(users)}))`;
  const isMentioned = sql`exists (select 1 from json_each(${messages.mentions}) as one
    where one.value ->> 'user_id' in ${given})`;
  const nameless = sql`(select json_group_array(iif(one.value ->> 'user_id' in ${given}, json_set(one.value,
    '$.display_name', null), json(one.value)))
    from json_each(${messages.mentions}) as one)`;
  db.update(messages)
    .set({ author_name: null })
    .where(sql`${messages.user_id} in ${given}`)
    .run();
  db.update(messages)
    .set({ removed_by_name: null })
    .where(sql`${messages.removed_by_id} in ${given}`)
    .run();
  db.update(messages)
    .set({ mentions: nameless })
    .where(sql`${messages.mentions} is not null and ${isMentioned}`)
    .run();
  db.update(mutes)
    .set({ muted_by_name: null })
    .where(sql`${mutes.muted_by_id} in ${given}`)
    .run();
}
