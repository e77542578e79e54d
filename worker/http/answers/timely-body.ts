import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { within } from './current-request.ts';
import { tooSlow } from './errors.ts';

/** The database times out this much earlier than the request, in ms, so that the refusal names the right cause. */
const EARLIER_MS = 500;

/**
 * Refuses a request with a body that is not received and handled within `ms`. The handler keeps running, but every
 * further use of the database throws, so that nothing is written after the client was told of the failure.
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
