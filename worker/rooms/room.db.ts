import { and, asc, desc, eq, gt, inArray, lt, lte, max, sql } from 'drizzle-orm';
import {
  type Mentioned,
  messages,
  mutes,
  relays,
  room,
  sentKeys,
  type MessageRow,
  type SentKeyRow,
} from '../../drizzle/room/schema.ts';
import type { ChatMessage, Removal } from '../contract/talk/chat.ts';
import { KEEPING_DAYS, KEPT_MESSAGES } from '../contract/talk/keeping-times.ts';
import { DAY } from '../contract/time/durations.ts';
import { BACKLOG_KEPT } from './backlog.ts';
import { isClosed, readRoom, rememberEvent, type RoomDb, slowSeconds } from './room-state.db.ts';

/** Pruning runs once per this many messages. */
const PRUNE_STEP = 64;

/** A message to store. The Worker has checked its author. `now` is UTC ms. */
export interface Draft {
  event_id: string;
  user_id: string;
  body: string;
  client_id: string;
  author: ChatMessage['author'];
  now: number;
  /** The ids of mentioned people. The room keeps only those who have written in it. */
  mentions?: readonly string[] | undefined;
  /** Slow mode does not apply to staff. */
  is_staff?: boolean;
}

export type Stored =
  | { status: 'created' | 'repeat'; message: ChatMessage }
  | { status: 'muted' }
  | { status: 'closed' }
  | { status: 'slow'; seconds: number };

/** `now` is UTC ms. */
export interface Moderation {
  by: NonNullable<Removal['by']>;
  now: number;
}

/** Runs synchronously, so nothing can interrupt it. If the person repeats a `client_id`, returns the first message. */
export function storeMessage(db: RoomDb, draft: Draft): Stored {
  if (isClosed(db)) return { status: 'closed' };
  const { user_id, client_id } = draft;
  const [first] = db
    .select()
    .from(messages)
    .where(and(eq(messages.user_id, user_id), eq(messages.client_id, client_id)))
    .all();
  if (first) return { status: 'repeat', message: messageOf(first, draft.event_id) };
  const [pruned] = db
    .select()
    .from(sentKeys)
    .where(and(eq(sentKeys.user_id, user_id), eq(sentKeys.client_id, client_id)))
    .all();
  if (pruned) return { status: 'repeat', message: prunedMessage(pruned, draft) };
  const [mute] = db.select().from(mutes).where(eq(mutes.user_id, user_id)).all();
  if (mute) return { status: 'muted' };
  const seconds = draft.is_staff ? 0 : secondsToWait(db, draft);
  if (seconds > 0) return { status: 'slow', seconds };
  const row = db
    .insert(messages)
    .values({
      id: crypto.randomUUID(),
      user_id,
      client_id,
      body: draft.body,
      created_at: new Date(draft.now),
      author_name: draft.author.display_name,
      author_is_verified: draft.author.is_student_verified,
      mentions: writersAmong(db, draft),
    })
    .returning()
    .get();
  if (row.seq === 1) rememberEvent(db, draft.event_id);
  if (row.seq % PRUNE_STEP === 0) prune(db, { upTo: row.seq - KEPT_MESSAGES, now: draft.now });
  return { status: 'created', message: messageOf(row, draft.event_id) };
}

/** Returns the latest `limit` messages, or the first `limit` after number `after`, the oldest first. */
export function readMessages(
  db: RoomDb,
  { event_id, after, limit }: { event_id: string; after?: number | undefined; limit: number },
) {
  const rows =
    after === undefined
      ? db.select().from(messages).orderBy(desc(messages.seq)).limit(limit).all().toReversed()
      : db.select().from(messages).where(gt(messages.seq, after)).orderBy(asc(messages.seq)).limit(limit).all();
  return rows.map((row) => messageOf(row, event_id));
}

/** Reads from the database the newest messages, which the room also keeps in memory. The oldest of them is first. */
export function readTail(db: RoomDb): ChatMessage[] {
  const state = readRoom(db);
  return state ? readMessages(db, { event_id: state.event_id, limit: BACKLOG_KEPT }) : [];
}

export function findMessage(db: RoomDb, { event_id, id }: { event_id: string; id: string }): ChatMessage | null {
  const found = db.select().from(messages).where(eq(messages.id, id)).get();
  return found ? messageOf(found, event_id) : null;
}

export function removeMessage(db: RoomDb, { event_id, id, by, now }: { event_id: string; id: string } & Moderation) {
  const found = db.select().from(messages).where(eq(messages.id, id)).get();
  if (!found) return undefined;
  if (found.removed_at) return messageOf(found, event_id);
  const row = db
    .update(messages)
    .set({
      body: '',
      mentions: null,
      removed_at: new Date(now),
      removed_by_id: by.user_id,
      removed_by_name: by.display_name,
    })
    .where(eq(messages.id, id))
    .returning()
    .get();
  return messageOf(row, event_id);
}

/** A second mute does not replace the first. */
export function setMuted(db: RoomDb, { user_id, muted, by, now }: { user_id: string; muted: boolean } & Moderation) {
  if (!muted) {
    db.delete(mutes).where(eq(mutes.user_id, user_id)).run();
    return null;
  }
  db.insert(mutes)
    .values({ user_id, muted_at: new Date(now), muted_by_id: by.user_id, muted_by_name: by.display_name })
    .onConflictDoNothing()
    .run();
  const row = db.select().from(mutes).where(eq(mutes.user_id, user_id)).get()!;
  return { at: row.muted_at.toISOString(), by: { user_id: row.muted_by_id, display_name: row.muted_by_name } };
}

export function emptyRoom(db: RoomDb, { event_id, now }: { event_id: string; now: number }): void {
  for (const table of [messages, sentKeys, mutes, relays]) db.delete(table).run();
  rememberEvent(db, event_id);
  db.update(room)
    .set({ closed_at: new Date(now) })
    .run();
}

function secondsToWait(db: RoomDb, { user_id, now }: Draft): number {
  const pause = slowSeconds(db);
  if (pause === 0) return 0;
  const [last] = db
    .select({ at: messages.created_at })
    .from(messages)
    .where(eq(messages.user_id, user_id))
    .orderBy(desc(messages.seq))
    .limit(1)
    .all();
  // Requests can arrive in another order than they began, so the last message can be newer than `now`.
  return last ? Math.min(pause, Math.ceil((last.at.getTime() - now) / 1000 + pause)) : 0;
}

/**
 * Returns the mentioned people who have written in this room, with the name on their latest message. Leaves out the
 * author.
 */
function writersAmong(db: RoomDb, { mentions = [], user_id }: Draft): Mentioned[] | null {
  const ids = mentions.filter((id) => id !== user_id);
  if (ids.length === 0) return null;
  const newest = db
    .select({ seq: max(messages.seq) })
    .from(messages)
    .where(inArray(messages.user_id, ids))
    .groupBy(messages.user_id);
  const found = db
    .select({ user_id: messages.user_id, display_name: messages.author_name })
    .from(messages)
    .where(inArray(messages.seq, newest))
    .orderBy(asc(messages.seq))
    .all();
  return found.length > 0 ? found : null;
}

/** Deletes old messages, but keeps the `client_id` of each in `sentKeys` for a month, to recognize a repeat. */
function prune(db: RoomDb, { upTo, now }: { upTo: number; now: number }): void {
  if (upTo <= 0) return;
  const old = db.select().from(messages).where(lte(messages.seq, upTo)).all();
  for (const { user_id, client_id, seq, id, created_at } of old) {
    db.insert(sentKeys)
      .values({ user_id, client_id, seq, id, created_at, pruned_at: new Date(now) })
      .onConflictDoNothing()
      .run();
  }
  db.delete(messages).where(lte(messages.seq, upTo)).run();
  // The rowids are in the order of pruning.
  const first = db
    .select({ rowid: sql`rowid` })
    .from(sentKeys)
    .orderBy(sql`rowid`)
    .limit(2 * PRUNE_STEP);
  const isOld = lt(sentKeys.pruned_at, new Date(now - KEEPING_DAYS.sent_keys * DAY));
  db.delete(sentKeys)
    .where(and(inArray(sql`rowid`, first), isOld))
    .run();
}

function messageOf(row: MessageRow, event_id: string): ChatMessage {
  return {
    id: row.id,
    seq: row.seq,
    event_id,
    user_id: row.user_id,
    body: row.body,
    created_at: row.created_at.toISOString(),
    client_id: row.client_id,
    author: { display_name: row.author_name, is_student_verified: row.author_is_verified },
    removed: row.removed_at && {
      at: row.removed_at.toISOString(),
      by: row.removed_by_id === null ? null : { user_id: row.removed_by_id, display_name: row.removed_by_name },
    },
    ...(row.mentions ? { mentions: row.mentions } : {}),
  };
}

function prunedMessage({ pruned_at, created_at, ...key }: SentKeyRow, { event_id, author }: Draft): ChatMessage {
  return {
    ...key,
    event_id,
    author,
    body: '',
    created_at: created_at.toISOString(),
    removed: { at: pruned_at.toISOString(), by: null },
  };
}
