import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { limitBody } from '../../../http/answers/body.ts';
import { eventPaths, purgePublic } from '../../../http/answers/purge-cache.ts';
import { limitAddress, spend } from '../../../http/limits/rate-limit.ts';
import { clientNetwork } from '../../../http/answers/request.ts';
import { receive } from './receive.ts';
import { knownSender } from './sender.ts';

/** Enough for 500 events of 2 kB each. */
const MAX_BODY_BYTES = 1_048_576;

/** Purging an event takes four calls, and the Worker may make 1,000 for one request. */
const MAX_PURGED = 225;

/** HTTP requests that `knownSender` refuses do not count toward this limit. */
const limitSender = createMiddleware<AppEnv>(async (c, next) => {
  const who = c.get('sender').webhook_id === null ? `account:${c.get('actor').user_id}` : `feed:${clientNetwork(c)}`;
  await spend(c.env.LIMIT_INGEST, { key: who, seconds: 60 });
  await next();
});

export const ingestRoutes = new Hono<AppEnv>().post(
  '/ingest-events',
  limitAddress('form', 'ingest'),
  limitBody(MAX_BODY_BYTES),
  describeRoute({
    summary: 'Create or update up to 500 events; a feed signs the request, an admin or organizer sends an access token',
  }),
  knownSender,
  limitSender,
  async (c) => {
    const bytes = await c.req.arrayBuffer();
    const { status, response, updated_slugs, has_changed } = await receive(c.get('db'), {
      sender: c.get('sender'),
      bytes,
      now: c.get('now'),
    });
    if (has_changed) await purgePublic(c, eventPaths(updated_slugs.slice(0, MAX_PURGED)));
    return new Response(response, {
      status,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    });
  },
);
