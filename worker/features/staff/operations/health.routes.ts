import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { within } from '../../../http/answers/current-request.ts';
import { BUILD_ID } from '../../../http/build.ts';
import { limitAddress } from '../../../http/limits/rate-limit.ts';
import { log, traceOf } from '../../../http/log.ts';
import { findVitals } from './operations.db.ts';
import { failingVital } from './operations.rules.ts';
import { storeTraffic } from './store-traffic.ts';

const PATIENCE_MS = 2000;

/**
 * Deployments and an external monitor call these routes. `POST` also writes to the database. If a part of the service
 * fails, the answer is a 503 with a sentence about the failure.
 */
export const healthRoutes = new Hono<AppEnv>()
  .basePath('/health')
  .get('/', describeRoute({ summary: 'Whether the service works' }), limitAddress('read', 'health'), (c) => probe(c))
  .post(
    '/',
    describeRoute({ summary: 'Whether the service works and the database takes writes' }),
    limitAddress('form', 'health'),
    async (c) => probe(c, () => storeTraffic(c.env, c.get('now'))),
  );

async function probe(c: Context<AppEnv>, write = async (): Promise<void> => {}) {
  const failing = await within(PATIENCE_MS, () => judge(c, write));
  c.header('Cache-Control', 'no-store');
  return failing
    ? c.json({ ok: false, version: BUILD_ID, ...failing }, 503)
    : c.json({ ok: true, version: BUILD_ID }, 200);
}

async function judge(c: Context<AppEnv>, write: () => Promise<void>) {
  try {
    await write();
    const now = c.get('now');
    return failingVital(await findVitals(c.get('db'), { now }), now.getTime());
  } catch (error) {
    log('warn', 'the health probe failed', { error: traceOf(error) });
    return { part: 'database', message: 'The database does not answer.' };
  }
}
