import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import type { Db } from '../../context.ts';

/** Contract 1.1. */
const PATIENCE_MS = 10_000;

const closed = new Proxy({} as Db, {
  get() {
    throw new HTTPException(504);
  },
});

/**
 * Answers 504 `request_timeout` after ten seconds. The work cannot be stopped, but it finds the database closed at its next step, so that
 * nothing is written for someone who was told that it failed. A batch under way is a transaction and ends whole.
 */
export const giveUp = timeout(PATIENCE_MS, (c) => {
  c.set('db', closed);
  return new HTTPException(504);
});
