import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { ApplyAsReseller } from '../../../contract/people/resellers.ts';
import { body } from '../../../http/answers/body.ts';
import { actorOf } from '../../../http/security/guards.ts';
import { limit } from '../../../http/limits/rate-limit.ts';
import { applyAsReseller } from './resellers.db.ts';

export const resellerRoutes = new Hono<AppEnv>().post(
  '/reseller-applications',
  limit('form', 'resellers'),
  describeRoute({ summary: 'Apply to become a verified reseller' }),
  body(ApplyAsReseller),
  async (c) => {
    const application = c.req.valid('json');
    const actor = await actorOf(c);
    await applyAsReseller(c.get('db'), { application, sender_id: actor?.user_id ?? null, now: c.get('now') });
    return c.json({ ...application, status: 'pending' as const }, 201);
  },
);
