import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { asWrite } from '../database/d1-session.ts';
import { openDb } from '../database/open-db.ts';
import { requestId, underRequest } from './current-request.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Gives each request an id, a time and a database. If the Worker calls its own API to answer a client's request, the
 * call gets the id of that request.
 */
export const openRequest = createMiddleware<AppEnv>(async (c, next) => {
  const id = (isOwnCall(c.req.raw) ? requestId() : undefined) ?? crypto.randomUUID();
  c.set('request_id', id);
  c.set('now', new Date());
  c.set('db', openDb(c.env));
  await underRequest(id, READS.has(c.req.method) ? next : () => asWrite(c, next));
  c.header('X-Request-Id', id);
});

/** The address as the edge saw it. A client can forge forwarded headers. */
export function clientAddress(c: { req: { header: (name: string) => string | undefined } }): string {
  return c.req.header('CF-Connecting-IP') ?? 'local';
}

/**
 * Cuts an IPv6 address to its /56 network, because a client could use a new address of its network for every request.
 */
export function clientNetwork(c: { req: { header: (name: string) => string | undefined } }): string {
  const address = clientAddress(c);
  if (!address.includes(':')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const [first, second, third, fourth] = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
  return [first!, second!, third!, fourth! & 0xff00].map((group) => group.toString(16)).join(':');
}

const ownCalls = new WeakSet<Request>();

/** Marks a request by the Worker to its own API. Clients cannot fake this. */
export function ownCall(request: Request): Request {
  ownCalls.add(request);
  return request;
}

export function isOwnCall(request: Request): boolean {
  return ownCalls.has(request);
}
