import * as v from 'valibot';
import { PING_EVERY_MS } from '../../../../worker/contract/talk/chat.ts';
import { NEWS_SOCKET_MS, NewsFrame } from '../../../../worker/contract/talk/notices.ts';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { ApiError } from '../../../api.ts';

/** The page connects again this long before the server stops to tell it, in ms. */
const EARLY_MS = MINUTE;
const BACKOFF = { first: 1000, longest: MINUTE } as const;

/** What the connection needs of the browser. */
export interface NewsHost {
  ticket: () => Promise<{ ticket: string; unread: number }>;
  open: (
    ticket: string,
    on: { said: (text: string) => void; closed: () => void },
  ) => { send: (text: string) => void; close: () => void };
  later: (ms: number, run: () => void) => () => void;
  random: () => number;
}

/**
 * The live connection of one page to the news of its person. `tell` hears how many notifications are unread, at the
 * start of each connection and with every change. It connects again after each loss, and before its time ends. It knows
 * no browser.
 */
export class NewsConnection {
  #host: NewsHost;
  #tell: (unread: number) => void;
  #socket: { send: (text: string) => void; close: () => void } | null = null;
  /** The number of the current connection. An older one is ignored. */
  #turn = 0;
  #attempt = 0;
  #stopTimer: () => void = () => undefined;
  #stopPing: () => void = () => undefined;

  constructor(host: NewsHost, tell: (unread: number) => void) {
    this.#host = host;
    this.#tell = tell;
  }

  /** Connects, unless it is connected. */
  wake(): void {
    if (this.#socket) return;
    this.#attempt = 0;
    void this.#connect();
  }

  /** Closes the connection until `wake`. */
  rest(): void {
    this.#drop();
  }

  async #connect(): Promise<void> {
    this.#drop();
    const turn = this.#turn;
    try {
      const { ticket, unread } = await this.#host.ticket();
      if (turn !== this.#turn) return;
      this.#tell(unread);
      this.#socket = this.#host.open(ticket, {
        said: (text) => turn === this.#turn && this.#hear(text),
        closed: () => turn === this.#turn && this.#lost(),
      });
      this.#stopTimer = this.#host.later(NEWS_SOCKET_MS - EARLY_MS, () => void this.#connect());
      this.#pingLater();
    } catch (error) {
      // A refusal stays one: the session has ended, or the switch is off.
      const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (turn === this.#turn && !isRefused) this.#lost();
    }
  }

  #hear(text: string): void {
    this.#attempt = 0;
    if (text === 'pong') return;
    const frame = v.safeParse(NewsFrame, JSON.parse(text));
    if (frame.success) this.#tell(frame.output.unread);
  }

  /** Networks close a connection on which nothing is said. */
  #pingLater(): void {
    this.#stopPing = this.#host.later(PING_EVERY_MS, () => {
      this.#socket?.send('ping');
      this.#pingLater();
    });
  }

  #lost(): void {
    this.#drop();
    const most = Math.min(BACKOFF.longest, BACKOFF.first * 2 ** this.#attempt);
    this.#attempt += 1;
    this.#stopTimer = this.#host.later(most * (0.5 + this.#host.random() / 2), () => void this.#connect());
  }

  #drop(): void {
    this.#turn += 1;
    this.#stopTimer();
    this.#stopPing();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
