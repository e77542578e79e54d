import { createMiddleware } from 'hono/factory';
import type { Context } from 'hono';
import type { AppEnv } from '../context.ts';
import { clientNetwork } from './request.ts';
import { readSignedCookie, writeSignedCookie } from './signed-cookie.ts';

/** Tells browsers behind one address apart, for limits only. It names nobody, and the server keeps no copy of it. */
const COOKIE = { name: 'vouch-visitor', seconds: 30 * 86_400 };

/** The browser that asks, by its signed cookie; null for a newcomer, which has no cookie or none of ours. */
export function visitorOf<E extends AppEnv>(c: Context<E>): Promise<string | null> {
  return readSignedCookie(c, COOKIE);
}

/**
 * Gives a newcomer whose request was counted a cookie, at most 2,000 a minute to one address: a program that collects cookies gets them
 * no faster than a campus needs them. An answer that a shared cache may keep carries none, or one visitor would hand it to the next.
 */
export const greetNewcomers = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!c.get('is_newcomer') || c.res.status === 101) return;
  if (c.res.headers.get('Cache-Control')?.includes('public')) return;
  const { success } = await c.env.CEILING_NEW_VISITORS.limit({ key: clientNetwork(c) });
  if (!success) return;
  await writeSignedCookie(c, COOKIE, crypto.randomUUID());
});
