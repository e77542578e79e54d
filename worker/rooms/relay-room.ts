import { DurableObject } from 'cloudflare:workers';
import {
  answerPings,
  audienceOf,
  dismissAll,
  dropSilent,
  refuseMessage,
  seat,
  seatLimits,
  sweeper,
  sendToAll,
  type Audience,
} from './audience.ts';
import { addEntries, frameText, framesSince, helloText, messageFrames, replaceEntry } from './backlog.ts';
import type { Announcement, Feed, Snapshot } from './relay-feed.ts';
import { readSeatRequest, type SeatRequest } from './seat-request.ts';

const CHECK_EVERY_MS = 30_000;

type Place = NonNullable<SeatRequest['place']>;

type State = Omit<Snapshot, 'is_closed'>;

function isOlder(next: State, now: State): boolean {
  return next.backlog.seq < now.backlog.seq || (next.epoch === now.epoch && next.upTo <= now.upTo);
}

/** Serves listeners that do not fit in the main room, and stores no messages. */
export class RelayRoom extends DurableObject<Env> {
  #audience: Audience;
  #sweep: (now: number) => void;
  #state: State | undefined;
  /** Listeners that are still connecting. They count, so that the main room keeps this relay. */
  #coming = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    this.#audience = audienceOf(ctx);
    this.#sweep = sweeper(ctx, this.#audience);
  }

  override async fetch(request: Request): Promise<Response> {
    const { after, place, ...listener } = readSeatRequest(request);
    if (place) this.ctx.storage.kv.put('place', place);
    this.#sweep(Date.now());
    // A listener that comes from another relay may already have messages that have not reached this relay.
    if (!this.#state || (after ?? 0) > this.#state.backlog.seq) await this.#syncForNewcomer();
    if (!this.#state) return new Response(null, { status: 404 });
    const { backlog, slow_seconds } = this.#state;
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

  async feed({ epoch, from, announcements }: Feed): Promise<{ listeners: number }> {
    if (this.#listeners() === 0) return this.#report();
    if (this.#state?.epoch !== epoch || this.#state.upTo < from) await this.#sync();
    if (!this.#state) return this.#report();
    // The snapshot and the feed may belong to different links with the main room. After this error, the room retries.
    if (this.#state.epoch !== epoch || this.#state.upTo < from)
      throw new Error('The relay follows another link of its room.');
    for (const announcement of announcements.slice(this.#state.upTo - from)) this.#apply(announcement);
    return this.#report();
  }

  /** Compares this relay with the main room every `CHECK_EVERY_MS`. It may run twice. */
  override async alarm(): Promise<void> {
    if (this.#audience.size === 0) return;
    await this.ctx.storage.setAlarm(Date.now() + CHECK_EVERY_MS);
    dropSilent(this.ctx, { audience: this.#audience, now: Date.now() });
    await this.#sync();
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

  /** A relay without listeners gets no more announcements, so it drops its state. */
  #report(): { listeners: number } {
    const listeners = this.#listeners();
    if (listeners === 0) this.#state = undefined;
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

  #adopt({ is_closed, ...next }: Snapshot): void {
    if (is_closed) return this.#dismiss();
    if (this.#state && isOlder(next, this.#state)) return;
    const told = this.ctx.storage.kv.get<number>('told');
    this.#state = next;
    const { backlog, slow_seconds: seconds } = next;
    if (told !== undefined && this.#audience.size > 0) {
      sendToAll(this.#audience, [
        ...framesSince(backlog, told),
        frameText({ type: 'slow', seconds }),
        frameText({ type: 'listings' }),
      ]);
    }
    this.ctx.storage.kv.put('told', backlog.seq);
  }

  #apply(announcement: Announcement): void {
    if (!this.#state) return;
    this.#state.upTo += 1;
    const { backlog } = this.#state;
    if (announcement.type === 'gone') return this.#dismiss();
    if (announcement.type === 'frame') return sendToAll(this.#audience, [announcement.frame]);
    if (announcement.type === 'slow') {
      this.#state.slow_seconds = announcement.seconds;
      return sendToAll(this.#audience, [frameText(announcement)]);
    }
    if (announcement.type === 'removed') {
      replaceEntry(backlog, announcement.entry);
      return sendToAll(this.#audience, announcement.entry.removed ? [announcement.entry.removed] : []);
    }
    sendToAll(this.#audience, messageFrames(addEntries(backlog, announcement.entries)));
    this.ctx.storage.kv.put('told', backlog.seq);
  }

  #dismiss(): void {
    dismissAll(this.#audience, frameText({ type: 'gone' }));
    this.#state = undefined;
    this.ctx.storage.kv.delete('told');
  }
}
