import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { foreignPage } from './errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

type AnyContext = Pick<Context, 'req'>;

/** Returns whether a page of this site sent the request. With every POST, browsers name the site that sends it. */
export function isFromOwnPage(c: AnyContext): boolean {
  const site = c.req.header('Sec-Fetch-Site');
  return site === undefined ? c.req.header('Origin') === new URL(c.req.url).origin : site === 'same-origin';
}

export function isFromElsewhere(c: AnyContext): boolean {
  const isFromBrowser = c.req.header('Sec-Fetch-Site') !== undefined || c.req.header('Origin') !== undefined;
  return isFromBrowser && !isFromOwnPage(c);
}

/**
 * Refuses writes and sockets of foreign pages. Cookies do not sign anybody in here, so such a page could only send
 * anonymous forms and listen to public rooms from its visitors' browsers.
 */
export const refuseForeignPages = createMiddleware<AppEnv>((c, next) => {
  const isSocket = c.req.header('Upgrade') !== undefined;
  if ((isSocket || !READING.has(c.req.method)) && isFromElsewhere(c)) throw foreignPage();
  return next();
});
