import { type ChatMessage, PING_EVERY_MS } from '../../../../../worker/contract/talk/chat.ts';
import { ApiError } from '../../../../api.ts';
import type { TextSocket } from '../../../../text-socket.ts';
import { fillGap, readAnew, type Recovery } from './gap-recovery.ts';
import { logOf, type RoomLog, shownOf, withMessages, withRemoval } from './message-log.ts';
import { type NewMessage, OutgoingMessages } from './outgoing-messages.ts';
import { readFrame, type RoomHost, type RoomState } from './room-types.ts';

/** After a gap, the page waits this long for the missing messages before it reads them by HTTP, in ms. */
const GAP_MS = 1500;
/** A socket that does not answer within this time is dead, in ms. */
const ANSWER_MS = 8000;
const BACKOFF = { first: 500, longest: 30_000 } as const;
/** A connection that lasted at least this long, in ms, resets the backoff. */
const STEADY_MS = 10_000;

/** Connects one page to a chat room. Reconnects after every lost connection, and reads the missed messages. */
export class LiveRoom {
  #host: RoomHost;
  #log: RoomLog = logOf({ messages: [], last_seq: 0 });
  #state: RoomState = { phase: 'connecting', isLoaded: false, messages: [], own: [], slow_seconds: 0, at: 0 };
  #outgoing: OutgoingMessages;
  #listeners = new Set<() => void>();
  #socket: TextSocket | null = null;
  /** The number of the current connection. Frames of older connections are ignored. */
  #connectionId = 0;
  #attempt = 0;
  /** When the hello frame of this connection came, UTC ms. */
  #liveSince: number | null = null;
  /** True if the last attempt got no hello frame. The next one first reads by HTTP, which fails for a deleted event. */
  #isDoubtful = false;
  #stopTimer: () => void = () => undefined;
  #stopPing: () => void = () => undefined;
  #stopGapTimer: (() => void) | null = null;

  constructor(host: RoomHost) {
    this.#host = host;
    this.#outgoing = new OutgoingMessages(host, {
      arrived: (message) => this.#take([message]),
      changed: () => this.#show(),
      has: (client_id, user_id) =>
        this.#log.messages.some((one) => one.client_id === client_id && one.user_id === user_id),
    });
  }

  /** Returns the same object until something changes. */
  readonly state = (): RoomState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Shows the message immediately. A failure removes it and throws the `ApiError`. */
  send(message: NewMessage): Promise<void> {
    return this.#outgoing.send(message);
  }

  removed({ seq, removed }: Pick<ChatMessage, 'seq' | 'removed'>): void {
    if (removed) this.#setLog(withRemoval(this.#log, { seq, removed }));
  }

  /** Connects, or checks the connection. Call this at the start, after going online and when the page is shown. */
  wake(): void {
    if (this.#state.phase === 'gone') return;
    if (this.#socket && this.#state.phase === 'live') this.#ping();
    else {
      this.#attempt = 0;
      void this.#connect();
    }
  }

  /** Closes the connection until `wake`. Call this when offline or when the page is left. */
  rest(): void {
    this.#drop();
    if (this.#state.phase === 'live') this.#show('reconnecting');
  }

  async #connect(): Promise<void> {
    this.#drop();
    const connectionId = this.#connectionId;
    this.#liveSince = null;
    try {
      if (!this.#state.isLoaded) await readAnew(this.#recovery());
      else if (this.#isDoubtful) await fillGap(this.#recovery());
    } catch (error) {
      if (connectionId === this.#connectionId) this.#failed(error);
      return;
    }
    if (connectionId !== this.#connectionId) return;
    this.#socket = this.#host.open(this.#log.last, {
      said: (text) => connectionId === this.#connectionId && this.#hear(text),
      closed: () => connectionId === this.#connectionId && this.#lost(),
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
        this.#slowDown(frame.slow_seconds ?? 0);
        this.#setLog({ ...this.#log, seen: Math.max(this.#log.seen, frame.seq) }, 'live');
        return this.#host.listingsChanged();
      }
      case 'message':
        return this.#take([frame.message]);
      case 'messages':
        return this.#take(frame.messages);
      case 'removed':
        return this.removed(frame);
      case 'slow':
        this.#slowDown(frame.seconds);
        return this.#show();
      case 'listings':
        return this.#host.listingsChanged();
      case 'reload':
        return this.#guarded(() => readAnew(this.#recovery()));
      case 'gone':
        return this.#end();
    }
  }

  #slowDown(slow_seconds: number): void {
    this.#state = { ...this.#state, slow_seconds };
  }

  #take(messages: readonly ChatMessage[]): void {
    this.#setLog(withMessages(this.#log, messages));
  }

  #setLog(log: RoomLog, phase = this.#state.phase): void {
    this.#log = log;
    this.#show(phase);
    if (log.seen <= log.last) {
      this.#stopGapTimer?.();
      this.#stopGapTimer = null;
    } else {
      this.#stopGapTimer ??= this.#host.later(GAP_MS, () => {
        this.#stopGapTimer = null;
        if (this.#state.phase === 'live') this.#guarded(() => fillGap(this.#recovery()));
      });
    }
  }

  #recovery(): Recovery {
    const connectionId = this.#connectionId;
    const setLog = (log: RoomLog) => {
      this.#state = { ...this.#state, isLoaded: true };
      this.#setLog(log);
    };
    return { read: this.#host.read, log: () => this.#log, setLog, isWanted: () => connectionId === this.#connectionId };
  }

  #guarded(work: () => Promise<void>): void {
    const connectionId = this.#connectionId;
    work().catch((error: unknown) => connectionId === this.#connectionId && this.#failed(error));
  }

  #failed(error: unknown): void {
    if (error instanceof ApiError && error.code === 'event.not_found') this.#end();
    else this.#lost();
  }

  /** Pings even while others talk, because the room drops a socket that never pings. */
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
    const most = this.#host.isOnline()
      ? Math.min(BACKOFF.longest, BACKOFF.first * 2 ** this.#attempt)
      : BACKOFF.longest;
    this.#attempt += 1;
    this.#stopTimer = this.#host.later(most * (0.5 + this.#host.random() / 2), () => void this.#connect());
    this.#show('reconnecting');
  }

  #end(): void {
    this.#drop();
    this.#show('gone');
  }

  #drop(): void {
    this.#connectionId += 1;
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
    this.#state = {
      ...this.#state,
      phase,
      messages,
      own: this.#outgoing.notYetIn(messages, this.#log.last),
      at: this.#host.now(),
    };
    for (const listener of this.#listeners) listener();
  }
}
