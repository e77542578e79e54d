import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { requireRole } from '../../http/guards.ts';
import { verifyWebhook } from './webhook-signature.ts';

const adminOrOrganizer = requireRole('admin', 'organizer');

/** Lets a signed delivery through, or an admin's or organizer's access token, and puts the sender on the request. */
export const knownSender = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header('Authorization') && !c.req.header('webhook-signature')) {
    return adminOrOrganizer(c, async () => {
      const { role, user_id } = c.get('actor');
      c.set('sender', { webhook_id: null, organizer_id: role === 'organizer' ? user_id : null });
      await next();
    });
  }
  const webhook_id = await verifyWebhook({
    secrets: c.env.INGEST_SECRETS,
    headers: {
      id: c.req.header('webhook-id'),
      timestamp: c.req.header('webhook-timestamp'),
      signature: c.req.header('webhook-signature'),
    },
    bytes: await c.req.arrayBuffer(),
    now: c.get('now'),
  });
  c.set('sender', { webhook_id, organizer_id: null });
  return next();
});
