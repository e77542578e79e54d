import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { inTime } from '../../../../http/answers/timely-body.ts';
import type { AuthEnv } from './auth-env.ts';

const TIMEOUT_MS = 10_000;

/** Responds with 504 after ten seconds. */
export const requestTimeout = createMiddleware<AuthEnv>((c, next) =>
  inTime(c, { ms: TIMEOUT_MS, refusal: () => new HTTPException(504), run: next }),
);
