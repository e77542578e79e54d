import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { limitBody } from '../../../http/answers/body.ts';
import { identityRoutes } from './routes/identities.routes.ts';
import { signupRoutes } from './routes/signup.routes.ts';
import { userRoutes } from './routes/user.routes.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import type { AuthEnv } from './base/auth-env.ts';
import { requireCaptcha } from './routes/captcha.ts';
import { otpRoutes } from './routes/otp.routes.ts';
import { reauthenticateRoutes } from './routes/reauthenticate.routes.ts';
import { resendRoutes } from './routes/resend.routes.ts';
import { verifyRoutes } from './routes/verify.routes.ts';
import { authConfig } from './base/config.ts';
import { answerAuthError, refuse } from './base/errors.ts';
import { factorRoutes } from './routes/factors.routes.ts';
import { passkeyRoutes } from './routes/passkeys.routes.ts';
import { recoveryCodeRoutes } from './routes/recovery-codes.routes.ts';
import { notMeRoutes } from './routes/not-me.routes.ts';
import { sendNotices } from './notices/tell-owner.ts';
import { oauthRoutes } from './routes/oauth.routes.ts';
import { finishRecoveryRoutes } from './routes/finish-recovery.routes.ts';
import { recoverRoutes } from './routes/recover.routes.ts';
import { publicRoutes } from './public.routes.ts';
import { requestTimeout } from './base/request-timeout.ts';
import { logoutRoutes } from './routes/logout.routes.ts';
import { sessionRoutes } from './routes/sessions.routes.ts';
import { tokenRoutes } from './routes/token.routes.ts';

const MEGABYTE = 1_048_576;

const readConfig = createMiddleware<AuthEnv>(async (c, next) => {
  c.set('config', authConfig(c.env));
  await next();
});

/** Any origin may call, because callers prove who they are by a bearer token. A browser never adds it by itself. */
const allowAnyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version', 'redirect_to'],
  exposeHeaders: ['X-Request-Id', 'X-Supabase-Api-Version', 'X-Total-Count', 'Link'],
  maxAge: 600,
});

/** The auth service (docs/auth.md). Every error has the service's own format, even for an unknown path. */
export const authRoutes = new Hono<AuthEnv>()
  .basePath('/auth/v1')
  .use(readConfig)
  .use(allowAnyOrigin)
  .use(requestTimeout)
  .use(limitBody(MEGABYTE))
  .use(sendNotices)
  // These routes require Turnstile's token. `requireCaptcha` lists the exceptions.
  .on(
    'POST',
    ['/signup', '/token', '/otp', '/magiclink', '/recover', '/resend', '/sso', '/passkeys/authentication/options'],
    requireCaptcha,
  )
  .route('/', publicRoutes)
  .route('/', signupRoutes)
  .route('/', tokenRoutes)
  .route('/', oauthRoutes)
  .route('/', otpRoutes)
  .route('/', recoverRoutes)
  .route('/', resendRoutes)
  .route('/', verifyRoutes)
  .route('/', notMeRoutes)
  .route('/', userRoutes)
  .route('/', reauthenticateRoutes)
  .route('/', finishRecoveryRoutes)
  .route('/', identityRoutes)
  .route('/', factorRoutes)
  .route('/', passkeyRoutes)
  .route('/', sessionRoutes)
  .route('/', recoveryCodeRoutes)
  .route('/', logoutRoutes)
  // These routes require the service key.
  .route('/', adminRoutes)
  .all('*', () => {
    throw refuse(404, 'validation_failed', 'Not found');
  })
  .onError(answerAuthError);
