import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answer-reader.ts';

/** Requests to one port. Each connection sends its next request once the last answer has arrived. */
export interface Load {
  port: number;
  connections: number;
  /** How long requests are sent, in ms. */
  forMs: number;
  /** The most requests to send. If it is not set, only `forMs` limits them. */
  most?: number;
  /** The bytes of each request, as HTTP/1.1. */
  next: () => Buffer;
  /** The status that every answer must have. */
  status: number;
}

/** What a load measured. Latencies are in ms. */
export interface Outcome {
  perSecond: number;
  p50: number;
  p99: number;
  answers: number;
}

/**
 * Sends a load over plain sockets, because an HTTP client needs more time than a fast Worker. Throws at the first wrong
 * status.
 */
export async function run(load: Load): Promise<Outcome> {
  const latencies: number[] = [];
  const began = performance.now();
  let left = load.most ?? Infinity;
  const mayAsk = () => performance.now() < began + load.forMs && left-- > 0;
  await Promise.all(Array.from({ length: load.connections }, () => ask(load, { mayAsk, latencies })));
  const seconds = (performance.now() - began) / 1000;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99), answers: sorted.length };
}

/** Sends the requests of one connection, one after another, until `mayAsk` returns false. */
function ask(
  { port, next, status }: Load,
  { mayAsk, latencies }: { mayAsk: () => boolean; latencies: number[] },
): Promise<void> {
  return new Promise((done, fail) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sent = 0;
    const send = () => {
      if (!mayAsk()) {
        socket.end();
        return;
      }
      sent = performance.now();
      socket.write(next());
    };
    const reader = new AnswerReader((got) => {
      const now = performance.now();
      if (got !== status) {
        socket.destroy();
        fail(new Error(`An answer had the status ${got} instead of ${status}.`));
        return;
      }
      latencies.push(now - sent);
      send();
    });
    socket.once('connect', send);
    socket.on('data', (bytes) => reader.take(bytes));
    socket.once('error', fail);
    socket.once('close', () => done());
  });
}

/** Returns a request as bytes, for a connection that stays open. */
export function requestBytes({
  port,
  path,
  method = 'GET',
  headers = {},
  body = '',
}: {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}): Buffer {
  const sized = method === 'GET' ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...sized }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
