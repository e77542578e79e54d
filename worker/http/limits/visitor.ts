import { createMiddleware } from 'hono/factory';
import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { countRead } from './count-reads.ts';
import { clientNetwork } from '../answers/request.ts';
import { readSignedCookie, writeSignedCookie } from '../security/signed-cookie.ts';

/** For limits only. The cookie identifies no person, and the server stores no copy. */
const COOKIE = { name: 'vouch-visitor', seconds: 30 * 86_400 };

/** Null for a newcomer, who has no valid cookie. */
export function visitorOf<E extends AppEnv>(c: Context<E>): Promise<string | null> {
  return readSignedCookie(c, COOKIE);
}

/**
 * Gives a newcomer the cookie. One network address gets at most 2,000 cookies a minute: enough for a campus, and a
 * limit for programs that collect them. A response for shared caches gets none, because other visitors receive it too.
 */
export const greetNewcomers = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!c.get('is_newcomer') || c.res.status === 101) return;
  if (c.res.headers.get('Cache-Control')?.includes('public')) return;
  const { success } = await countRead(c.env.CEILING_NEW_VISITORS, { key: clientNetwork(c) });
  if (!success) return;
  await writeSignedCookie(c, COOKIE, crypto.randomUUID());
});
