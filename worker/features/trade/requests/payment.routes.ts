import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { requestNotFound } from '../../../http/answers/errors.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { log, traceOf } from '../../../http/log.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { claimPaymentCheck } from './claim-payment-check.db.ts';
import { findOwnGroup, findOwnRequest } from './my-tickets.db.ts';
import { myRequestView } from './tickets.view.ts';

/** Buyers come back from the card page to a page that reads this route, so no launch switch turns the route off. */
export const paymentRoutes = new Hono<AppEnv>().get(
  '/payments/:request_id',
  signedIn,
  limitActor('read', 'payments'),
  describeRoute({ summary: 'The current state of your payment for a ticket request, checked with the provider' }),
  async (c) => {
    const [db, now, id] = [c.get('db'), c.get('now'), c.req.param('request_id')];
    const mine = { id, buyer_id: c.get('actor').user_id, now };
    // If the provider does not answer, the page shows what we know.
    if (await claimPaymentCheck(db, mine)) {
      await c
        .get('payments')
        .settle(c.env, id, { now })
        .catch((error: unknown) => log('warn', 'a payment was not checked', { id, error: traceOf(error) }));
    }
    const row = await findOwnRequest(db, mine);
    if (!row?.payment.status) throw requestNotFound();
    const request = myRequestView(row, now);
    const group = row.group_id === null ? [] : await findOwnGroup(c.get('db'), { ...mine, group_id: row.group_id });
    c.header('Cache-Control', 'no-store');
    return c.json({ request, payment: request.payment, group: group.map((member) => myRequestView(member, now)) });
  },
);
