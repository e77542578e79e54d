import * as v from 'valibot';
import { LiveFrame, type ChatMessage } from '../../../../worker/contract/talk/chat.ts';
import { inTime } from '../in-time.ts';

let latest: { text: string; frame: LiveFrame } | undefined;

/** Parses a repeated text only once. A room sends the same text to everyone, in some tests to a thousand listeners. */
function parseOnce(text: string): LiveFrame {
  if (latest?.text !== text) latest = { text, frame: JSON.parse(text) as LiveFrame };
  return latest.frame;
}

/** A client of `/live`. A new connection continues after the last message. Repeated messages are ignored. */
export class Listener {
  readonly frames: LiveFrame[] = [];
  readonly seqs: number[] = [];
  repeats = 0;
  pongs = 0;
  last: number | undefined;
  closed: { code: number; reason: string } | undefined;
  #socket: WebSocket | undefined;
  #waiting: { done: () => boolean; wake: () => void }[] = [];
  readonly #open: (after: number | undefined) => Promise<Response>;
  readonly #parse: (text: string) => LiveFrame;

  /** `isTrusting` skips the check by the schemas, for tests with hundreds of thousands of messages. */
  constructor(open: (after: number | undefined) => Promise<Response>, { isTrusting = false } = {}) {
    this.#open = open;
    this.#parse = isTrusting ? parseOnce : (text) => v.parse(LiveFrame, JSON.parse(text));
  }

  /** Returns the status of the handshake. */
  async connect(): Promise<number> {
    const answer = await this.#open(this.last);
    const socket = answer.webSocket;
    if (!socket) return answer.status;
    this.#socket = socket;
    this.closed = undefined;
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#hear(String(data));
    });
    socket.addEventListener('close', ({ code, reason }) => {
      if (socket !== this.#socket) return;
      this.closed = { code, reason };
      this.#check();
    });
    socket.accept();
    return answer.status;
  }

  drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(1000, 'away');
  }

  say(text: string): void {
    this.#socket?.send(text);
  }

  /** Waits until `done` returns true, and rejects if that takes too long. Calls `done` after every frame. */
  async until(done: () => boolean, what = String(done)): Promise<void> {
    if (done()) return;
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    this.#waiting.push({ done, wake });
    const heard = () =>
      `It is at ${this.last}, ${this.closed ? `closed with ${this.closed.code}` : 'open'}, and last heard ${JSON.stringify(this.frames.at(-1))}.`;
    await inTime(promise, () => `The listener waits in vain for ${what}. ${heard()}`);
  }

  reached(seq: number): Promise<void> {
    return this.until(() => (this.last ?? 0) >= seq, `message ${seq}`);
  }

  heard(type: LiveFrame['type']): Promise<void> {
    return this.until(() => this.frames.some((frame) => frame.type === type), `a frame "${type}"`);
  }

  #hear(text: string): void {
    if (text === 'pong') {
      this.pongs += 1;
      return this.#check();
    }
    const frame = this.#parse(text);
    this.frames.push(frame);
    if (frame.type === 'hello') this.last ??= frame.seq;
    if (frame.type === 'message') this.#take([frame.message]);
    if (frame.type === 'messages') this.#take(frame.messages);
    this.#check();
  }

  #take(messages: readonly ChatMessage[]): void {
    for (const { seq } of messages) {
      if (this.last !== undefined && seq <= this.last) {
        this.repeats += 1;
        continue;
      }
      this.last = seq;
      this.seqs.push(seq);
    }
  }

  #check(): void {
    const ready = this.#waiting.filter(({ done }) => done());
    this.#waiting = this.#waiting.filter((one) => !ready.includes(one));
    for (const { wake } of ready) wake();
  }
}
