import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { limitBody } from '../../http/body.ts';
import type { AuthEnv } from './auth-env.ts';
import { authConfig } from './config.ts';
import { answerAuthError, refuse } from './errors.ts';
import { publicRoutes } from './public.routes.ts';

const MEGABYTE = 1_048_576;

const readConfig = createMiddleware<AuthEnv>(async (c, next) => {
  c.set('config', authConfig(c.env));
  await next();
});

/** The auth service. Every refusal under it has the contract's format, the unknown path's too. */
export const authRoutes = new Hono<AuthEnv>()
  .basePath('/auth/v1')
  .use(readConfig)
  .use(limitBody(MEGABYTE))
  .route('/', publicRoutes)
  .all('*', () => {
    throw refuse(404, 'validation_failed', 'Not found');
  })
  .onError(answerAuthError);
