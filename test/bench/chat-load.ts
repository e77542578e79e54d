import { quantile } from './load.ts';

/** The result of one `Load`. Latencies are in ms from the author to each listener. */
export interface Outcome {
  delivered: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Listeners that did not receive every message once and in order. */
  faults: number;
}

export interface Load {
  origin: string;
  kind: 'ours' | 'bare';
  room: string;
  listeners: number;
  messages: number;
  /** Messages a second; 0 means as fast as the authors can write. */
  rate: number;
  authors: number;
  /** The share of listeners that disconnects for two seconds at a random moment. */
  leaving?: number;
  random: () => number;
}

const AWAY_MS = 2000;
const wait = (ms: number) => new Promise((next) => setTimeout(next, Math.max(0, ms)));

interface Said {
  seq?: number;
  body: string;
}

let latest: { text: string; messages: Said[] } | undefined;

/** Parses a text only once for all listeners. Parsing it again for each of them would add to the measured latencies. */
function messagesIn(text: string): Said[] {
  if (latest?.text === text) return latest.messages;
  const frame = JSON.parse(text) as { type: string; message?: Said; messages?: Said[] };
  latest = { text, messages: frame.messages ?? (frame.message ? [frame.message] : []) };
  return latest.messages;
}

class BenchListener {
  heard = 0;
  last = 0;
  isFaulty = false;
  #socket: WebSocket | undefined;
  readonly #address: string;
  readonly #onMessage: (message: Said) => void;

  constructor(address: string, onMessage: (message: Said) => void) {
    this.#address = address;
    this.#onMessage = onMessage;
  }

  connect(): Promise<void> {
    const socket = new WebSocket(`${this.#address}&after=${this.last}`);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (socket !== this.#socket) return;
      for (const message of messagesIn(String(data))) this.#hear(message);
    });
    return new Promise((done, fail) => {
      socket.addEventListener('open', () => done());
      socket.addEventListener('error', () => fail(new Error('A listener could not connect.')));
    });
  }

  drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #hear(message: Said): void {
    this.heard += 1;
    if (message.seq !== undefined) {
      if (message.seq !== this.last + 1) this.isFaulty = true;
      this.last = message.seq;
    }
    this.#onMessage(message);
  }
}

export async function run(load: Load): Promise<Outcome> {
  const address = `${load.origin}/${load.kind}/${load.room}`;
  const latencies: number[] = [];
  let lastAt = 0;
  const listeners = Array.from({ length: load.listeners }, (_, at) => {
    return new BenchListener(`${address.replace('http', 'ws')}?who=phone-${at}`, ({ body }) => {
      lastAt = performance.now();
      latencies.push(lastAt - Number(body));
    });
  });
  for (let at = 0; at < listeners.length; at += 50)
    await Promise.all(listeners.slice(at, at + 50).map((one) => one.connect()));
  const began = performance.now();
  const span = load.rate > 0 ? (load.messages / load.rate) * 1000 : 0;
  const leaving = listeners.filter((_, at) => at < load.listeners * (load.leaving ?? 0));
  const absences = leaving.map(async (listener) => {
    await wait(load.random() * (span - AWAY_MS));
    listener.drop();
    await wait(AWAY_MS);
    await listener.connect();
  });
  await Promise.all([...absences, load.rate > 0 ? speakSteadily(address, load, began) : speakFast(address, load)]);
  const patience = performance.now() + 30_000;
  while (listeners.some(({ heard }) => heard < load.messages) && performance.now() < patience) await wait(20);
  for (const listener of listeners) listener.drop();
  return {
    delivered: latencies.length,
    perSecond: latencies.length / ((lastAt - began) / 1000),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    faults: listeners.filter(({ heard, isFaulty }) => heard !== load.messages || isFaulty).length,
  };
}

const say = (address: string, author: number) =>
  fetch(`${address}?who=student-${author}`, { method: 'POST', body: String(performance.now()) });

async function speakSteadily(address: string, { messages, rate, authors }: Load, began: number): Promise<void> {
  const sent: Promise<Response>[] = [];
  for (let at = 0; at < messages; at += 1) {
    await wait(began + (at * 1000) / rate - performance.now());
    sent.push(say(address, at % authors));
  }
  await Promise.all(sent);
}

async function speakFast(address: string, { messages, authors }: Load): Promise<void> {
  let left = messages;
  const speak = async (author: number) => {
    while (left > 0) {
      left -= 1;
      await say(address, author);
    }
  };
  await Promise.all(Array.from({ length: authors }, (_, author) => speak(author)));
}
