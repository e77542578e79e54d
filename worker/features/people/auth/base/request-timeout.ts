import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import type { AuthEnv } from './auth-env.ts';

const TIMEOUT_MS = 10_000;

/**
 * Responds with 504 after ten seconds. The handler keeps running, but every further use of the database throws, so that
 * nothing is written after the client was told of the failure. A batch that has begun still completes.
 */
export const requestTimeout = createMiddleware<AuthEnv>((c, next) => {
  let isOver = false;
  const db = new Proxy(c.get('db'), {
    get(open, key) {
      if (isOver) throw new HTTPException(504);
      return Reflect.get(open, key);
    },
  });
  c.set('db', db);
  const limit = timeout(TIMEOUT_MS, () => {
    isOver = true;
    return new HTTPException(504);
  });
  return limit(c, next);
});
