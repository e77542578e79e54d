import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { log, loggedPath } from '../log.ts';
import { isOwnCall } from '../answers/request.ts';

const REFUSED = new Set([401, 403, 408, 413, 429]);
const AUTH = '/auth/v1/';
/**
 * A GET of one of these paths counts as a sign-in if the response is a redirect or an error. Any other response is a
 * page that only asks the person to confirm.
 */
const SIGNS_IN = new Set([`${AUTH}callback`, `${AUTH}verify`]);

/**
 * Logs every call that signs somebody in or out or changes a credential, and every call that a guard or a limit
 * refused. Never logs names, addresses, codes or tokens.
 */
export const securityLog = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (isOwnCall(c.req.raw)) return;
  const { method, path } = c.req;
  const { status, headers } = c.res;
  const isSignIn = method === 'GET' && SIGNS_IN.has(path) && status >= 300;
  const isAuth = path.startsWith(AUTH) && (isSignIn || (method !== 'GET' && method !== 'OPTIONS'));
  if (!isAuth && !REFUSED.has(status)) return;
  const grant = c.req.query('grant_type');
  log('info', isAuth ? 'auth' : 'refused', {
    method,
    path: loggedPath(path),
    status,
    ...(isAuth
      ? {
          code: headers.get('x-sb-error-code') ?? undefined,
          grant: grant !== undefined && /^[a-z0-9_]+$/.test(grant) ? grant : undefined,
        }
      : {}),
  });
});
