import * as v from 'valibot';
import { PING_EVERY_MS } from '../../../../worker/contract/talk/chat.ts';
import { NEWS_SOCKET_MS, NewsFrame } from '../../../../worker/contract/talk/notices.ts';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { ApiError } from '../../../api.ts';

/** The page reconnects this long before the server ends the connection, in ms. */
const EARLY_MS = MINUTE;
const BACKOFF = { first: 1000, longest: MINUTE } as const;

export interface NewsHost {
  ticket: () => Promise<{ ticket: string; unread: number }>;
  open: (
    ticket: string,
    on: { said: (text: string) => void; closed: () => void },
  ) => { send: (text: string) => void; close: () => void };
  later: (ms: number, run: () => void) => () => void;
  random: () => number;
  /** Called when a door has let the person in. */
  letIn: () => void;
}

/**
 * `tell` gets the number of unread notifications at the start of each connection and with every change. If a connection
 * is lost, the page connects again. If the server refuses a connection, the page tries again only at the next `wake`.
 */
export class NewsConnection {
  #host: NewsHost;
  #tell: (unread: number) => void;
  #socket: { send: (text: string) => void; close: () => void } | null = null;
  /** The number of the current connection. Anything that comes from an older connection is ignored. */
  #connectionId = 0;
  #attempt = 0;
  #stopTimer: () => void = () => undefined;
  #stopPing: () => void = () => undefined;

  constructor(host: NewsHost, tell: (unread: number) => void) {
    this.#host = host;
    this.#tell = tell;
  }

  wake(): void {
    if (this.#socket) return;
    this.#attempt = 0;
    void this.#connect();
  }

  rest(): void {
    this.#drop();
  }

  async #connect(): Promise<void> {
    this.#drop();
    const connectionId = this.#connectionId;
    try {
      const { ticket, unread } = await this.#host.ticket();
      if (connectionId !== this.#connectionId) return;
      this.#tell(unread);
      this.#socket = this.#host.open(ticket, {
        said: (text) => connectionId === this.#connectionId && this.#hear(text),
        closed: () => connectionId === this.#connectionId && this.#lost(),
      });
      this.#stopTimer = this.#host.later(NEWS_SOCKET_MS - EARLY_MS, () => void this.#connect());
      this.#pingLater();
    } catch (error) {
      // The server refuses if the session has ended or the launch switch `push` is off.
      const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (connectionId === this.#connectionId && !isRefused) this.#lost();
    }
  }

  #hear(text: string): void {
    this.#attempt = 0;
    if (text === 'pong') return;
    const frame = v.safeParse(NewsFrame, JSON.parse(text));
    if (!frame.success) return;
    if (frame.output.type === 'news') this.#tell(frame.output.unread);
    else this.#host.letIn();
  }

  /** Sends pings, because networks close idle connections. */
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
    this.#connectionId += 1;
    this.#stopTimer();
    this.#stopPing();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
