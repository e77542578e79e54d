import { connect } from 'node:net';
import { AnswerReader } from './answer-reader.ts';

/** Requests to one port. Each connection sends its next request once the last answer has arrived. */
export interface Load {
  port: number;
  connections: number;
  forMs: number;
  /** The largest number of requests. If it is not set, only `forMs` limits them. */
  most?: number;
  /** The bytes of each request, as HTTP/1.1. */
  next: () => Buffer;
  status: number;
}

/** The result of a load. Latencies are in ms. */
export interface Outcome {
  perSecond: number;
  p50: number;
  p99: number;
  answers: number;
}

/** Sends a load over plain sockets, because an HTTP client is slower than the Worker. Throws at a wrong status. */
export async function run(load: Load): Promise<Outcome> {
  const latencies: number[] = [];
  const began = performance.now();
  let left = load.most ?? Infinity;
  const mayAsk = () => performance.now() < began + load.forMs && left-- > 0;
  await Promise.all(Array.from({ length: load.connections }, () => ask(load, { mayAsk, latencies })));
  const seconds = (performance.now() - began) / 1000;
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(latencies, share) ?? 0) as [number, number];
  return { perSecond: latencies.length / seconds, p50, p99, answers: latencies.length };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function ask(
  { port, next, status }: Load,
  { mayAsk, latencies }: { mayAsk: () => boolean; latencies: number[] },
): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
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

interface Sent {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export function requestBytes({ port, path, method = 'GET', headers = {}, body = '' }: Sent): Buffer {
  const sized = method === 'GET' ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...sized }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
