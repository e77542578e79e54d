import { createMiddleware } from 'hono/factory';
import { decodeJwt } from 'jose';
import type { AppEnv } from '../../context.ts';
import { bearerOf } from './access-token.ts';
import { isSameText } from './crypto.ts';
import { forbidden, signedOut } from '../answers/errors.ts';

/** Allows only the service key. No account has this right, not even an admin's. */
export const serviceKeyOnly = createMiddleware<AppEnv>(async (c, next) => {
  const token = bearerOf(c.req.header('Authorization'));
  if (token === undefined) throw signedOut();
  const key = c.env.AUTH_SERVICE_KEY_JWT;
  if (key === '' || !isSameText(token, key)) throw forbidden();
  const { exp } = decodeJwt(key);
  if (exp !== undefined && exp * 1000 <= c.get('now').getTime()) throw forbidden();
  await next();
});
