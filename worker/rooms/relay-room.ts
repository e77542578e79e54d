import { DurableObject } from 'cloudflare:workers';
import {
  answerPings,
  audienceOf,
  dismissAll,
  dropSilent,
  refuseTalk,
  seat,
  seatLimits,
  sweeper,
  tellAll,
  type Audience,
} from './audience.ts';
import { addEntries, frameText, framesSince, helloText, messageFrames, replaceEntry } from './backlog.ts';
import type { Announcement, Feed, Snapshot } from './relay-feed.ts';
import { readSeatRequest, type SeatRequest } from './seat-request.ts';

/** How often a relay with listeners compares itself with the main room. */
const CHECK_EVERY_MS = 30_000;

type Place = NonNullable<SeatRequest['place']>;

/**
 * The state of a relay: the id of its link to the main room, the number of its last announcement, the newest messages
 * and the slow mode.
 */
type Standing = Omit<Snapshot, 'is_closed'>;

/**
 * Whether a snapshot is out of date. A relay takes only a newer one, or one of a new link with at least the same
 * messages.
 */
function isOlder(next: Standing, now: Standing): boolean {
  return next.backlog.seq < now.backlog.seq || (next.epoch === now.epoch && next.upTo <= now.upTo);
}

/** Serves the listeners for whom the main room has no seat. It stores no messages: the main room has them all. */
export class RelayRoom extends DurableObject<Env> {
  #audience: Audience;
  #sweep: (now: number) => void;
  #standing: Standing | undefined;
  /** Listeners that have asked for a seat and wait for it. They count, so that the main room keeps this relay. */
  #coming = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    this.#audience = audienceOf(ctx);
    this.#sweep = sweeper(ctx, this.#audience);
  }

  /** Seats a listener. It gets the messages it missed from the relay's newest messages, as in the main room. */
  override async fetch(request: Request): Promise<Response> {
    const { after, place, ...listener } = readSeatRequest(request);
    if (place) this.ctx.storage.kv.put('place', place);
    this.#sweep(Date.now());
    // A listener that moves from another relay may have seen messages that have not reached this one.
    if (!this.#standing || (after ?? 0) > this.#standing.backlog.seq) await this.#syncForNewcomer();
    if (!this.#standing) return new Response(null, { status: 404 });
    const { backlog, slow_seconds } = this.#standing;
    const missed = after === undefined ? [] : framesSince(backlog, after);
    const frames = [helloText({ seq: backlog.seq, slow_seconds }), ...missed];
    const answer = seat(this.ctx, {
      audience: this.#audience,
      listener,
      limits: seatLimits(this.env),
      frames,
      now: Date.now(),
    });
    this.ctx.storage.kv.put('told', backlog.seq);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + CHECK_EVERY_MS);
    return answer;
  }

  /** Passes on the main room's announcements. Known ones are skipped. After a gap the relay asks for a snapshot. */
  async feed({ epoch, from, announcements }: Feed): Promise<{ listeners: number }> {
    if (this.#listeners() === 0) return this.#report();
    if (this.#standing?.epoch !== epoch || this.#standing.upTo < from) await this.#sync();
    if (!this.#standing) return this.#report();
    // The main room tries again if the relay's snapshot belongs to another link.
    if (this.#standing.epoch !== epoch || this.#standing.upTo < from)
      throw new Error('The relay follows another life of its room.');
    for (const announcement of announcements.slice(this.#standing.upTo - from)) this.#apply(announcement);
    return this.#report();
  }

  /** Finds announcements that were lost. Running it twice does no harm. */
  override async alarm(): Promise<void> {
    if (this.#audience.size === 0) return;
    await this.ctx.storage.setAlarm(Date.now() + CHECK_EVERY_MS);
    dropSilent(this.ctx, { audience: this.#audience, now: Date.now() });
    await this.#sync();
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

  /** A relay that reports no listeners gets no more announcements, so it forgets its state. */
  #report(): { listeners: number } {
    const listeners = this.#listeners();
    if (listeners === 0) this.#standing = undefined;
    return { listeners };
  }

  #listeners(): number {
    return this.#audience.size + this.#coming;
  }

  async #syncForNewcomer(): Promise<void> {
    this.#coming += 1;
    try {
      await this.#sync();
    } finally {
      this.#coming -= 1;
    }
  }

  async #sync(): Promise<void> {
    const place = this.ctx.storage.kv.get<Place>('place');
    if (!place) return;
    const room = this.env.ROOMS.get(this.env.ROOMS.idFromString(place.room));
    this.#adopt(await room.syncRelay({ relay: place.relay, listeners: this.#listeners() }));
  }

  /** Takes over a snapshot unless newer announcements came meanwhile, and sends listeners the messages they lack. */
  #adopt({ is_closed, ...next }: Snapshot): void {
    if (is_closed) return this.#dismiss();
    if (this.#standing && isOlder(next, this.#standing)) return;
    const told = this.ctx.storage.kv.get<number>('told');
    this.#standing = next;
    const { backlog, slow_seconds: seconds } = next;
    if (told !== undefined && this.#audience.size > 0) {
      tellAll(this.#audience, [
        ...framesSince(backlog, told),
        frameText({ type: 'slow', seconds }),
        frameText({ type: 'listings' }),
      ]);
    }
    this.ctx.storage.kv.put('told', backlog.seq);
  }

  #apply(announcement: Announcement): void {
    if (!this.#standing) return;
    this.#standing.upTo += 1;
    const { backlog } = this.#standing;
    if (announcement.type === 'gone') return this.#dismiss();
    if (announcement.type === 'frame') return tellAll(this.#audience, [announcement.frame]);
    if (announcement.type === 'slow') {
      this.#standing.slow_seconds = announcement.seconds;
      return tellAll(this.#audience, [frameText(announcement)]);
    }
    if (announcement.type === 'removed') {
      replaceEntry(backlog, announcement.entry);
      return tellAll(this.#audience, announcement.entry.removed ? [announcement.entry.removed] : []);
    }
    tellAll(this.#audience, messageFrames(addEntries(backlog, announcement.entries)));
    this.ctx.storage.kv.put('told', backlog.seq);
  }

  #dismiss(): void {
    dismissAll(this.#audience, frameText({ type: 'gone' }));
    this.#standing = undefined;
    this.ctx.storage.kv.delete('told');
  }
}
