import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { within } from './current-request.ts';
import { tooSlow } from './errors.ts';

/** Database calls time out this many ms before the request does, so that the refusal names the right cause. */
const EARLIER_MS = 500;

/**
 * Refuses a request unless its body arrives and is handled within `ms`. The handler keeps running, but from then on
 * every use of the database throws, so that nothing is written after the client was told that the request failed.
 */
export const timelyBody = (ms: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.raw.body === null) return next();
    let isOver = false;
    const db = new Proxy(c.get('db'), {
      get(open, key) {
        if (isOver) throw tooSlow();
        return Reflect.get(open, key);
      },
    });
    c.set('db', db);
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      isOver = true;
      reject(tooSlow());
    }, ms);
    try {
      await Promise.race([within(ms - EARLIER_MS, next), promise]);
    } finally {
      clearTimeout(timer);
    }
  });
