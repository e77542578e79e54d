import { DurableObject } from 'cloudflare:workers';
import type { RoomRefill, RoomTable } from '../contract/staff/room-copies.ts';
import {
  answerPings,
  audienceOf,
  dismissAll,
  refuseMessage,
  seat,
  seatLimits,
  sweeper,
  sendToAll,
  type Audience,
} from './audience.ts';
import {
  addEntries,
  entryOf,
  frameText,
  framesSince,
  helloText,
  messageFrames,
  replaceEntry,
  type Backlog,
  type Entry,
} from './backlog.ts';
import { openBurst, type Burst } from './burst.ts';
import * as copies from './copy-room.db.ts';
import { concerns, forgetNames } from './forget-names.db.ts';
import {
  assignRelay,
  feedRelays,
  openFeeds,
  snapshotFor,
  type Announcement,
  type Feeds,
  type Snapshot,
} from './relay-feed.ts';
import * as rows from './room.db.ts';
import * as room from './room-state.db.ts';
import { readSeatRequest, RELAY_HEADER } from './seat-request.ts';
import { findWriters } from './writers.db.ts';

const LISTINGS_WAIT_MS = 200;
/** During a burst, the room waits between two batches of messages: 1 ms for each group of this many listeners. */
const LISTENERS_PER_MS = 100;

/** Numbers, stores and sends the messages of an event. The routes check permissions before they call the room. */
export class EventRoom extends DurableObject<Env> {
  #db!: room.RoomDb;
  #backlog!: Backlog;
  #feeds!: Feeds;
  #audience: Audience;
  #burst: Burst;
  #sweep: (now: number) => void;
  #listingsTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    this.#audience = audienceOf(ctx);
    this.#sweep = sweeper(ctx, this.#audience);
    this.#burst = openBurst({
      gapMs: () => this.#audience.size / LISTENERS_PER_MS,
      send: (entries) => this.#send(entries),
    });
    void ctx.blockConcurrencyWhile(() => this.#wake());
  }

  post(draft: rows.Draft): rows.Stored {
    const stored = rows.storeMessage(this.#db, draft);
    if (stored.status === 'created') this.#burst.add(addEntries(this.#backlog, [entryOf(stored.message)]));
    return stored;
  }

  history(page: { event_id: string; after?: number | undefined; limit: number }) {
    return room.isClosed(this.#db)
      ? null
      : { messages: rows.readMessages(this.#db, page), last_seq: this.#backlog.seq };
  }

  override fetch(request: Request): Response {
    if (room.isClosed(this.#db)) return new Response(null, { status: 404 });
    const { after, ...listener } = readSeatRequest(request);
    const now = Date.now();
    this.#sweep(now);
    const most = Number(this.env.ROOM_LISTENERS_MAX);
    if (this.#audience.size >= most) {
      return new Response(null, { status: 409, headers: { [RELAY_HEADER]: String(assignRelay(this.#feeds, most)) } });
    }
    this.#burst.flush();
    const missed = after === undefined ? [] : framesSince(this.#backlog, after);
    const frames = [helloText({ seq: this.#backlog.seq, slow_seconds: room.slowSeconds(this.#db) }), ...missed];
    return seat(this.ctx, { audience: this.#audience, listener, limits: seatLimits(this.env), frames, now });
  }

  find(order: { event_id: string; id: string }) {
    return rows.findMessage(this.#db, order);
  }

  writers(users: readonly string[]): string[] {
    return findWriters(this.#db, users);
  }

  remove(order: { event_id: string; id: string } & rows.Moderation) {
    const message = rows.removeMessage(this.#db, order);
    if (!message) return null;
    const entry = entryOf(message);
    this.#burst.flush();
    replaceEntry(this.#backlog, entry);
    if (entry.removed) sendToAll(this.#audience, [entry.removed]);
    this.#feed({ type: 'removed', entry });
    return message;
  }

  mute(order: { user_id: string; muted: boolean } & rows.Moderation) {
    return rows.setMuted(this.#db, order);
  }

  slowDown({ event_id, seconds }: { event_id: string; seconds: number }): boolean {
    if (room.isClosed(this.#db)) return false;
    room.setSlowSeconds(this.#db, { event_id, seconds });
    sendToAll(this.#audience, [frameText({ type: 'slow', seconds })]);
    this.#feed({ type: 'slow', seconds });
    return true;
  }

  announceListings(): void {
    if (this.#listingsTimer !== null) return;
    this.#listingsTimer = setTimeout(() => {
      this.#listingsTimer = null;
      const frame = frameText({ type: 'listings' });
      sendToAll(this.#audience, [frame]);
      this.#feed({ type: 'frame', frame });
    }, LISTINGS_WAIT_MS);
  }

  close({ event_id, now }: { event_id: string; now: number }): void {
    if (room.isClosed(this.#db)) return;
    this.#burst.flush();
    rows.emptyRoom(this.#db, { event_id, now });
    this.#backlog = { entries: [], seq: this.#backlog.seq };
    dismissAll(this.#audience, frameText({ type: 'gone' }));
    this.#feed({ type: 'gone' });
  }

  /** Removes the names of `users`. Open pages show the names until they are reloaded. */
  forget(users: readonly string[]): void {
    this.#burst.flush();
    forgetNames(this.#db, users);
    for (const entry of rows.readTail(this.#db).filter(concerns(users)).map(entryOf)) {
      replaceEntry(this.#backlog, entry);
      this.#feed({ type: 'removed', entry });
    }
  }

  copyRows(page: { table: RoomTable; after: number }) {
    return copies.copyRows(this.ctx.storage.sql, page);
  }

  async refillRows(refill: RoomRefill): Promise<boolean> {
    const isTaken = copies.refillRows(this.ctx.storage, refill);
    await this.#wake();
    return isTaken;
  }

  syncRelay({ relay, listeners }: { relay: number; listeners: number }): Snapshot {
    const is_closed = room.isClosed(this.#db);
    if (!is_closed) room.saveRelay(this.#db, relay);
    return snapshotFor(this.#feeds, {
      relay,
      listeners,
      backlog: this.#backlog,
      slow_seconds: room.slowSeconds(this.#db),
      is_closed,
    });
  }

  override webSocketMessage(socket: WebSocket): void {
    refuseMessage(this.#audience, socket);
  }

  override webSocketClose(socket: WebSocket): void {
    this.#audience.delete(socket);
  }

  override webSocketError(socket: WebSocket): void {
    this.#audience.delete(socket);
  }

  async #wake(): Promise<void> {
    this.#db = await room.openRoomDb(this.ctx.storage);
    const entries = rows.readTail(this.#db).map(entryOf);
    this.#backlog = { entries, seq: entries.at(-1)?.seq ?? 0 };
    this.#feeds = openFeeds({
      relays: room.readRelays(this.#db),
      deliver: (relay, feed) => this.env.RELAYS.getByName(`${this.ctx.id.toString()}/${relay}`).feed(feed),
      dropped: (relay) => room.dropRelay(this.#db, relay),
    });
    const told = room.readRoom(this.#db)?.announced_seq ?? 0;
    this.#burst.add(entries.filter((entry) => entry.seq > told));
  }

  /** Sends messages, then stores the number of the last one. A restarted room sends only messages after that number. */
  #send(entries: Entry[]): void {
    this.#sweep(Date.now());
    sendToAll(this.#audience, messageFrames(entries));
    room.saveAnnounced(this.#db, entries.at(-1)!.seq);
    this.#feed({ type: 'messages', entries });
  }

  #feed(announcement: Announcement): void {
    this.ctx.waitUntil(feedRelays(this.#feeds, announcement));
  }
}
