import { and, inArray, isNull } from 'drizzle-orm';
import { messages } from '../../drizzle/room/schema.ts';
import type { RoomDb } from './room-state.db.ts';

export function findWriters(db: RoomDb, users: readonly string[]): string[] {
  return db
    .selectDistinct({ user_id: messages.user_id })
    .from(messages)
    .where(and(inArray(messages.user_id, [...users]), isNull(messages.removed_at)))
    .all()
    .map(({ user_id }) => user_id);
}
