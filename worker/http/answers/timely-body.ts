import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv, Variables } from '../../context.ts';
import { within } from './current-request.ts';
import { tooSlow } from './errors.ts';

/**
 * The database gets this much less time than the whole request, in ms. So a slow database is not mistaken for a slow
 * upload.
 */
const EARLIER_MS = 500;

export const timelyBody = (ms: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.raw.body === null) return next();
    await inTime(c, { ms, refusal: tooSlow, run: () => within(ms - EARLIER_MS, next) });
  });

/**
 * Throws `refusal` if `run` takes longer than `ms`. The handler keeps running, but every further use of the database
 * throws, so that nothing is written after the client was told of the failure. A batch that has begun still completes.
 */
export async function inTime<Of extends { Bindings: Env; Variables: Variables }>(
  c: Context<Of>,
  { ms, refusal, run }: { ms: number; refusal: () => Error; run: () => Promise<void> },
): Promise<void> {
  let isOver = false;
  const db = new Proxy(c.get('db'), {
    get(open, key) {
      if (isOver) throw refusal();
      return Reflect.get(open, key);
    },
  });
  c.set('db', db);
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    isOver = true;
    reject(refusal());
  }, ms);
  try {
    await Promise.race([run(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
