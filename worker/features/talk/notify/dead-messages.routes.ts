import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { laneOf } from '../../../http/outbox/lanes.rules.ts';
import { dispatch } from '../../../http/outbox/outbox.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { findDead, revive } from './dead-messages.db.ts';

const MOST = 50;

export const deadMessageRoutes = new Hono<AppEnv>()
  .basePath('/admin/dead-messages')
  .use(requireRole('admin'))
  .get('/', describeRoute({ summary: 'The newest messages that were given up, each with its reason' }), async (c) => {
    const now = c.get('now');
    const dead = await findDead(c.get('db'), { limit: MOST });
    return c.json({ messages: dead.map((message) => deadMessageView(message, now)) });
  })
  .post('/:id', describeRoute({ summary: 'Send a dead message again' }), async (c) => {
    const id = c.req.param('id');
    await revive(c.get('db'), { id, stamp: stampOf(c) });
    dispatch(c, [id]);
    return c.json({ id, status: 'pending' as const });
  });

function deadMessageView(message: Awaited<ReturnType<typeof findDead>>[number], now: Date) {
  const { id, channel, recipient, purpose, content_id, attempts, last_error, expires_at, created_at } = message;
  const lane = laneOf({ purpose, is_shared: content_id !== null });
  const is_expired = expires_at !== null && expires_at <= now;
  return { id, channel, lane, recipient, attempts, last_error, is_expired, created_at };
}
