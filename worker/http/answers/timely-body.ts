import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { tooSlow } from './errors.ts';

/**
 * Refuses a request whose body has not arrived, and been worked on, after `ms`. The handler cannot be stopped, but from
 * then on every use of the database throws, so that nothing is written after the client was told that the request
 * failed.
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
      await Promise.race([next(), promise]);
    } finally {
      clearTimeout(timer);
    }
  });
