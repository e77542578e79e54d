import { Hono, type MiddlewareHandler } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { IS_DEV } from '../../../http/build.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { tokenKeys } from '../../../http/security/key-set.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { findPublishedEvents } from './debug.db.ts';
import { analysisOf } from './key-analysis.rules.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
const onlyAdmins = requireRole('admin');

/**
 * Admins only. The development server or `DEBUG_PAGES=open` opens the pages to everyone, but only at a loopback
 * address. See docs/decisions/staff/0043-debug-pages.md.
 */
const adminsOrLocal: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isLocal = (IS_DEV || c.env.DEBUG_PAGES === 'open') && LOOPBACK.has(new URL(c.req.url).hostname);
  return isLocal ? next() : onlyAdmins(c, next);
};

export const debugRoutes = new Hono<AppEnv>()
  .basePath('/debug')
  .use(limit('read', 'debug'), adminsOrLocal, async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  })
  .get(
    '/events',
    describeRoute({ summary: 'Connection test: up to 10 published events, and how long the database took' }),
    async (c) => {
      const asked = Date.now();
      const events = await findPublishedEvents(c.get('db'), { now: c.get('now') });
      return c.json({ events, took_ms: Date.now() - asked });
    },
  )
  .get('/env', describeRoute({ summary: 'The backend address and the masked public keys' }), async (c) => {
    const keys = await tokenKeys(c.env.AUTH_JWT_KEYS);
    return c.json({
      backend_address: new URL('/auth/v1', c.env.SITE_URL).href,
      keys: keys.map(({ public_jwk, alg, sign }) => analysisOf({ jwk: public_jwk, alg, signs: sign !== undefined })),
    });
  });
