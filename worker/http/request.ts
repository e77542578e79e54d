import { drizzle } from 'drizzle-orm/d1';
import { createMiddleware } from 'hono/factory';
import * as schema from '../../drizzle/tables/schema.ts';
import type { AppEnv } from '../context.ts';

/** Gives every request its id, its clock and its database. */
export const openRequest = createMiddleware<AppEnv>(async (c, next) => {
  c.set('request_id', crypto.randomUUID());
  c.set('now', new Date());
  c.set('db', drizzle(c.env.DB, { schema }));
  await next();
  c.header('X-Request-Id', c.get('request_id'));
});

/** The address the edge saw. Forwarded headers are the client's own word and never read. */
export function clientAddress(c: { req: { header: (name: string) => string | undefined } }): string {
  return c.req.header('CF-Connecting-IP') ?? 'local';
}

/**
 * Whom a limit counts: the address, or of IPv6 the /64 it is in, which is what one household or machine is given; its owner has a fresh
 * address for every request.
 */
export function clientNetwork(c: { req: { header: (name: string) => string | undefined } }): string {
  const address = clientAddress(c);
  if (!address.includes(':')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
