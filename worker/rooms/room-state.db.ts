import { eq } from 'drizzle-orm';
import { drizzle, type DrizzleSqliteDODatabase } from 'drizzle-orm/durable-sqlite';
import { migrate } from 'drizzle-orm/durable-sqlite/migrator';
import { relays, room } from '../../drizzle/room/schema.ts';
import migrations from './migrations/migrations.js';

export type RoomDb = DrizzleSqliteDODatabase;

export async function openRoomDb(storage: DurableObjectStorage): Promise<RoomDb> {
  const db = drizzle(storage);
  await migrate(db, migrations);
  return db;
}

/** Returns undefined before the first write. */
export function readRoom(db: RoomDb) {
  return db.select().from(room).get();
}

export function isClosed(db: RoomDb): boolean {
  return Boolean(readRoom(db)?.closed_at);
}

/** Returns 0 without slow mode. */
export function slowSeconds(db: RoomDb): number {
  return readRoom(db)?.slow_seconds ?? 0;
}

export function setSlowSeconds(db: RoomDb, { event_id, seconds }: { event_id: string; seconds: number }): void {
  rememberEvent(db, event_id);
  db.update(room).set({ slow_seconds: seconds }).run();
}

export function saveAnnounced(db: RoomDb, seq: number): void {
  db.update(room).set({ announced_seq: seq }).run();
}

export function rememberEvent(db: RoomDb, event_id: string): void {
  db.insert(room).values({ id: 1, event_id }).onConflictDoNothing().run();
}

export function readRelays(db: RoomDb): number[] {
  return db
    .select()
    .from(relays)
    .all()
    .map((row) => row.number);
}

export function saveRelay(db: RoomDb, number: number): void {
  db.insert(relays).values({ number }).onConflictDoNothing().run();
}

export function dropRelay(db: RoomDb, number: number): void {
  db.delete(relays).where(eq(relays.number, number)).run();
}
