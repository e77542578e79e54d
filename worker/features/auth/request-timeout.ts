import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import type { AuthEnv } from './auth-env.ts';

/** Contract 1.1. */
const PATIENCE_MS = 10_000;

/**
 * Answers 504 `request_timeout` after ten seconds. The work cannot be stopped, but it finds the database closed at its next step, whenever
 * it took it, so that nothing is written for someone who was told that it failed. A batch under way is a transaction and ends whole.
 */
export const giveUp = createMiddleware<AuthEnv>((c, next) => {
  let isOver = false;
  const db = new Proxy(c.get('db'), {
    get(open, key) {
      if (isOver) throw new HTTPException(504);
      return Reflect.get(open, key);
    },
  });
  c.set('db', db);
  const limit = timeout(PATIENCE_MS, () => {
    isOver = true;
    return new HTTPException(504);
  });
  return limit(c, next);
});
