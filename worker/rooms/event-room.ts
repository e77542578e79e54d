import { DurableObject } from 'cloudflare:workers';
import type { RoomRefill, RoomTable } from '../contract/staff/room-copies.ts';
import {
  answerPings,
  audienceOf,
  dismissAll,
  refuseTalk,
  seat,
  seatLimits,
  sweeper,
  tellAll,
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

/** Changes of listings within this time are announced together. A page may lag by up to a second. */
const LISTINGS_WAIT_MS = 200;
/** In a burst, messages wait to be sent together: 1 ms for each group of this many listeners. */
const LISTENERS_PER_MS = 100;

/**
 * The chat room of one event: numbers, stores and announces its messages. The routes check permissions before they call
 * it.
 */
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
      tell: (entries) => this.#tell(entries),
    });
    void ctx.blockConcurrencyWhile(() => this.#wake());
  }

  /** Stores a message. Listeners get it after its author has the answer. */
  post(draft: rows.Draft): rows.Stored {
    const stored = rows.storeMessage(this.#db, draft);
    if (stored.status === 'created') this.#burst.add(addEntries(this.#backlog, [entryOf(stored.message)]));
    return stored;
  }

  /** A page of messages. Null if the event was deleted. */
  history(page: { event_id: string; after?: number | undefined; limit: number }) {
    return room.isClosed(this.#db)
      ? null
      : { messages: rows.readMessages(this.#db, page), last_seq: this.#backlog.seq };
  }

  /** Seats a listener. A full room answers 409 and names a relay instead. */
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

  /** Removes a message for everyone. Null if there is no such message. */
  remove(order: { event_id: string; id: string } & rows.Moderation) {
    const message = rows.removeMessage(this.#db, order);
    if (!message) return null;
    const entry = entryOf(message);
    this.#burst.flush();
    replaceEntry(this.#backlog, entry);
    if (entry.removed) tellAll(this.#audience, [entry.removed]);
    this.#feed({ type: 'removed', entry });
    return message;
  }

  mute(order: { user_id: string; muted: boolean } & rows.Moderation) {
    return rows.setMuted(this.#db, order);
  }

  /** Sets the slow mode and tells the open pages. False if the event was deleted. */
  slowDown({ event_id, seconds }: { event_id: string; seconds: number }): boolean {
    if (room.isClosed(this.#db)) return false;
    room.setSlowSeconds(this.#db, { event_id, seconds });
    tellAll(this.#audience, [frameText({ type: 'slow', seconds })]);
    this.#feed({ type: 'slow', seconds });
    return true;
  }

  announceListings(): void {
    if (this.#listingsTimer !== null) return;
    this.#listingsTimer = setTimeout(() => {
      this.#listingsTimer = null;
      const frame = frameText({ type: 'listings' });
      tellAll(this.#audience, [frame]);
      this.#feed({ type: 'frame', frame });
    }, LISTINGS_WAIT_MS);
  }

  /**
   * Closes the room of a deleted event for good: notifies everyone and deletes its messages. A second call changes
   * nothing.
   */
  close({ event_id, now }: { event_id: string; now: number }): void {
    if (room.isClosed(this.#db)) return;
    this.#burst.flush();
    rows.emptyRoom(this.#db, { event_id, now });
    this.#backlog = { entries: [], seq: this.#backlog.seq };
    dismissAll(this.#audience, frameText({ type: 'gone' }));
    this.#feed({ type: 'gone' });
  }

  /**
   * Takes the names of deleted accounts off the room and its relays. Pages that are open show what they have until they
   * are loaded again.
   */
  forget(users: readonly string[]): void {
    this.#burst.flush();
    forgetNames(this.#db, users);
    for (const entry of rows.readTail(this.#db).filter(concerns(users)).map(entryOf)) {
      replaceEntry(this.#backlog, entry);
      this.#feed({ type: 'removed', entry });
    }
  }

  /** One page of the room's rows, for a backup. */
  copyRows(page: { table: RoomTable; after: number }) {
    return copies.copyRows(this.ctx.storage.sql, page);
  }

  /**
   * Puts rows of a backup back, and goes on from the newest of them. False if the room does not take them; it is as
   * before then.
   */
  async refillRows(refill: RoomRefill): Promise<boolean> {
    const isTaken = copies.refillRows(this.ctx.storage, refill);
    await this.#wake();
    return isTaken;
  }

  /** Returns a snapshot to a relay that joins or catches up. */
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
    refuseTalk(this.#audience, socket);
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

  /** Sends messages to everyone, then stores the last number, from which a restart continues. */
  #tell(entries: Entry[]): void {
    this.#sweep(Date.now());
    tellAll(this.#audience, messageFrames(entries));
    room.saveAnnounced(this.#db, entries.at(-1)!.seq);
    this.#feed({ type: 'messages', entries });
  }

  #feed(announcement: Announcement): void {
    this.ctx.waitUntil(feedRelays(this.#feeds, announcement));
  }
}
