import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { limitBody } from '../../http/body.ts';
import { adminLinkRoutes } from './admin/admin-links.routes.ts';
import { adminRoutes } from './admin/admin-users.routes.ts';
import type { AuthEnv } from './auth-env.ts';
import { authConfig } from './config.ts';
import { answerAuthError, refuse } from './errors.ts';
import { factorRoutes } from './factors/factors.routes.ts';
import { giveUp } from './request-timeout.ts';
import { logoutRoutes } from './sessions/logout.routes.ts';
import { oauthRoutes } from './oauth/oauth.routes.ts';
import { otpRoutes } from './codes/otp.routes.ts';
import { publicRoutes } from './public.routes.ts';
import { signupRoutes } from './accounts/signup.routes.ts';
import { tokenRoutes } from './sessions/token.routes.ts';
import { userRoutes } from './accounts/user.routes.ts';
import { verifyRoutes } from './codes/verify.routes.ts';

const MEGABYTE = 1_048_576;

const readConfig = createMiddleware<AuthEnv>(async (c, next) => {
  c.set('config', authConfig(c.env));
  await next();
});

/** Any origin may call with its own bearer; no cookie stands for one. */
const allowAnyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version', 'redirect_to'],
  exposeHeaders: ['X-Supabase-Api-Version', 'X-Total-Count', 'Link'],
  maxAge: 600,
});

/** The auth service. Every refusal under it has the contract's format, the unknown path's too. */
export const authRoutes = new Hono<AuthEnv>()
  .basePath('/auth/v1')
  .use(readConfig)
  .use(allowAnyOrigin)
  .use(giveUp)
  .use(limitBody(MEGABYTE))
  .route('/', publicRoutes)
  .route('/', signupRoutes)
  .route('/', tokenRoutes)
  .route('/', otpRoutes)
  .route('/', verifyRoutes)
  .route('/', userRoutes)
  .route('/', logoutRoutes)
  .route('/', oauthRoutes)
  .route('/', factorRoutes)
  .route('/', adminRoutes)
  .route('/', adminLinkRoutes)
  .all('*', () => {
    throw refuse(404, 'validation_failed', 'Not found');
  })
  .onError(answerAuthError);
