import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../../context.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { personalSource } from './owner.rules.ts';
import { verifyWebhook } from './webhook-signature.ts';

const adminOrOrganizer = requireRole('admin', 'organizer');

export const knownSender = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header('Authorization') && !c.req.header('webhook-signature')) {
    return adminOrOrganizer(c, async () => {
      const { role, user_id } = c.get('actor');
      const organizer_id = role === 'organizer' ? user_id : null;
      c.set('sender', {
        webhook_id: null,
        person_id: user_id,
        source: personalSource(user_id),
        reserved: [],
        organizer_id,
      });
      await next();
    });
  }
  const { id, source, reserved } = await verifyWebhook({
    secrets: c.env.INGEST_SECRETS,
    headers: {
      id: c.req.header('webhook-id'),
      timestamp: c.req.header('webhook-timestamp'),
      signature: c.req.header('webhook-signature'),
    },
    bytes: await c.req.arrayBuffer(),
    now: c.get('now'),
  });
  // Two feeds may send the same `webhook-id`, so `webhook_id` is `source=id`. No source contains `=`, so feeds of
  // different sources never share a `webhook_id`.
  c.set('sender', { webhook_id: `${source ?? ''}=${id}`, person_id: null, source, reserved, organizer_id: null });
  return next();
});
