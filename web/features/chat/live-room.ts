import { type ChatMessage, PING_EVERY_MS, REPLAY_MAX } from '../../../worker/contract/chat.ts';
import { ApiError } from '../../api.ts';
import { logOf, refreshed, type RoomLog, shownOf, withMessages, withRemoval } from './room-log.ts';
import { Outgoing } from './outgoing.ts';
import { readFrame, type RoomHost, type RoomSocket, type RoomState } from './room-host.ts';

/** A gap that the next frames do not close in this time is asked for. */
const GAP_MS = 1500;
/** A socket that says nothing for so long, though it was asked, is dead. */
const ANSWER_MS = 8000;
const BACKOFF = { first: 500, longest: 30_000 } as const;
/** A connection that held for so long makes the next failure a first one. */
const STEADY_MS = 10_000;

/**
 * One page's ear and mouth in a room. It loads the newest messages, listens from there on, comes back by itself after every loss and
 * asks for what it missed, so that each message stands once and in its place. Knows neither React nor the browser.
 */
export class LiveRoom {
  #host: RoomHost;
  #log: RoomLog = logOf({ messages: [], last_seq: 0 });
  #state: RoomState = { phase: 'connecting', isLoaded: false, messages: [], own: [], at: 0 };
  #outgoing: Outgoing;
  #listeners = new Set<() => void>();
  #socket: RoomSocket | null = null;
  /** Which connection counts: what an older one still says is nobody's. */
  #turn = 0;
  #attempt = 0;
  /** When this connection's hello came, UTC ms. */
  #liveSince: number | null = null;
  /** The last socket was refused: ask by HTTP why, and for what is new. */
  #isDoubtful = false;
  /** Either the next attempt, or the end of patience with a silent socket. */
  #stopTimer: () => void = () => undefined;
  #stopPing: () => void = () => undefined;
  #stopGapTimer: (() => void) | null = null;

  constructor(host: RoomHost) {
    this.#host = host;
    this.#outgoing = new Outgoing(host, {
      arrived: (message) => this.#take([message]),
      changed: () => this.#show(),
      has: (client_id, user_id) => this.#log.messages.some((one) => one.client_id === client_id && one.user_id === user_id),
    });
  }

  /** What to show, the same object until something changes. */
  readonly state = (): RoomState => this.#state;

  /** Calls `listener` on every change; returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Sends a message of `user_id`; shown at once as one's own. Throws the `ApiError` of a failed sending after taking it out again. */
  send(message: { body: string; user_id: string }): Promise<void> {
    return this.#outgoing.send(message);
  }

  /** Puts the tombstone of a removed message in its place. */
  removed({ seq, removed }: Pick<ChatMessage, 'seq' | 'removed'>): void {
    if (removed) this.#become(withRemoval(this.#log, { seq, removed }));
  }

  /** Connects at once, or makes sure that the connection still is one: at the start, back online, on a page that is looked at again. */
  wake(): void {
    if (this.#state.phase === 'gone') return;
    if (this.#socket && this.#state.phase === 'live') this.#ping();
    else {
      this.#attempt = 0;
      void this.#connect();
    }
  }

  /** Lets go of the connection until `wake`: offline, or the page is left. */
  rest(): void {
    this.#drop();
    if (this.#state.phase === 'live') this.#show('reconnecting');
  }

  async #connect(): Promise<void> {
    this.#drop();
    const turn = this.#turn;
    this.#liveSince = null;
    try {
      if (!this.#state.isLoaded) await this.#loadAfresh(turn);
      else if (this.#isDoubtful) await this.#fill(turn);
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
      return;
    }
    if (turn !== this.#turn) return;
    this.#socket = this.#host.open(this.#log.last, {
      said: (text) => turn === this.#turn && this.#hear(text),
      closed: () => turn === this.#turn && this.#lost(),
    });
    this.#expect(ANSWER_MS);
  }

  #hear(text: string): void {
    this.#stopTimer();
    const frame = readFrame(text);
    switch (frame?.type) {
      case 'hello': {
        this.#liveSince = this.#host.now();
        this.#isDoubtful = false;
        this.#pingLater();
        this.#become({ ...this.#log, seen: Math.max(this.#log.seen, frame.seq) }, 'live');
        return this.#host.listingsChanged();
      }
      case 'message':
        return this.#take([frame.message]);
      case 'messages':
        return this.#take(frame.messages);
      case 'removed':
        return this.removed(frame);
      case 'listings':
        return this.#host.listingsChanged();
      case 'reload':
        return this.#guarded((turn) => this.#loadAfresh(turn));
      case 'gone':
        return this.#end();
    }
  }

  #take(messages: readonly ChatMessage[]): void {
    this.#become(withMessages(this.#log, messages));
  }

  #become(log: RoomLog, phase = this.#state.phase): void {
    this.#log = log;
    this.#show(phase);
    if (log.seen <= log.last) {
      this.#stopGapTimer?.();
      this.#stopGapTimer = null;
    } else {
      this.#stopGapTimer ??= this.#host.later(GAP_MS, () => {
        this.#stopGapTimer = null;
        if (this.#state.phase === 'live') this.#guarded((turn) => this.#fill(turn));
      });
    }
  }

  /** Reads what follows the last message without a gap, or everything afresh where that is too much. */
  async #fill(turn: number): Promise<void> {
    for (;;) {
      const { last } = this.#log;
      const page = await this.#host.read(last);
      if (turn !== this.#turn) return;
      if (page.last_seq < last || page.last_seq - last > REPLAY_MAX) return this.#loadAfresh(turn);
      this.#take(page.messages);
      if (this.#log.last >= page.last_seq) return;
      // Numbers that are gone for good would be asked for for ever.
      if (this.#log.last === last) return this.#loadAfresh(turn);
    }
  }

  async #loadAfresh(turn: number): Promise<void> {
    const { last } = this.#log;
    const page = await this.#host.read(null);
    if (turn !== this.#turn) return;
    // A room that counts lower than it did is another room: nothing of the old one is kept.
    const log = page.last_seq < last ? logOf(page) : refreshed(this.#log, page);
    this.#state = { ...this.#state, isLoaded: true };
    this.#become(log);
  }

  #guarded(work: (turn: number) => Promise<void>): void {
    const turn = this.#turn;
    work(turn).catch((error: unknown) => turn === this.#turn && this.#failed(error));
  }

  #failed(error: unknown): void {
    if (error instanceof ApiError && error.code === 'event.not_found') this.#end();
    else this.#lost();
  }

  /** Also while others talk: the room lets go of who never pings. */
  #pingLater(): void {
    this.#stopPing();
    this.#stopPing = this.#host.later(PING_EVERY_MS, () => this.#ping());
  }

  #ping(): void {
    this.#socket?.send('ping');
    this.#expect(ANSWER_MS);
    this.#pingLater();
  }

  #expect(ms: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#host.later(ms, () => this.#lost());
  }

  #lost(): void {
    this.#isDoubtful = this.#liveSince === null;
    if (this.#liveSince !== null && this.#host.now() - this.#liveSince >= STEADY_MS) this.#attempt = 0;
    this.#drop();
    const most = this.#host.isOnline() ? Math.min(BACKOFF.longest, BACKOFF.first * 2 ** this.#attempt) : BACKOFF.longest;
    this.#attempt += 1;
    this.#stopTimer = this.#host.later(most * (0.5 + this.#host.random() / 2), () => void this.#connect());
    this.#show('reconnecting');
  }

  #end(): void {
    this.#drop();
    this.#show('gone');
  }

  #drop(): void {
    this.#turn += 1;
    this.#stopTimer();
    this.#stopPing();
    this.#stopGapTimer?.();
    this.#stopGapTimer = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #show(phase = this.#state.phase): void {
    const messages = shownOf(this.#log);
    this.#state = { ...this.#state, phase, messages, own: this.#outgoing.notYetIn(messages, this.#log.last), at: this.#host.now() };
    for (const tell of this.#listeners) tell();
  }
}
