import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { verifyWebhook } from './webhook-signature.ts';

/** Lets a signed delivery through and says who sent it. */
export const knownSender = createMiddleware<AppEnv>(async (c, next) => {
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
