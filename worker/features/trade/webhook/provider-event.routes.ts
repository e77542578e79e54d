import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { badEvent, unknownCharge } from './provider-event.errors.ts';
import { verifyEvent } from '../provider/verify-event.ts';
import { takeEvent } from './take-event.ts';

export const providerEventRoutes = new Hono<AppEnv>().post(
  '/payments/events',
  describeRoute({ summary: 'A signed event of the payment provider' }),
  async (c) => {
    const now = c.get('now');
    const [payload, header] = [await c.req.text(), c.req.header('stripe-signature')];
    const event = await verifyEvent({ payload, header, secret: c.env.STRIPE_WEBHOOK_SECRET, now });
    if (!event) throw badEvent();
    if (!(await takeEvent(c.env, { event, now }))) throw unknownCharge();
    return c.json({ ok: true });
  },
);
