import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../context.ts';
import { ReportProblem } from '../../contract/payments.ts';
import { paymentView } from '../../contract/payment-view.ts';
import { body } from '../../http/body.ts';
import { signedIn } from '../../http/guards.ts';
import { log, traceOf } from '../../http/log.ts';
import { limitActor } from '../../http/rate-limit.ts';
import { deliver, receive, reportProblem } from './handover.db.ts';
import { settle } from './settle.ts';

const often = limitActor('read', 'handovers');

// No launch switch closes these routes: tickets that are paid are always handed over.
export const handoverRoutes = new Hono<AppEnv>()
  .post(
    '/ticket-requests/:id/delivered',
    signedIn,
    often,
    describeRoute({ summary: 'The seller says that the paid tickets are sent' }),
    async (c) => answer(c, await deliver(c.get('db'), stepOf(c))),
  )
  .post(
    '/ticket-requests/:id/received',
    signedIn,
    often,
    describeRoute({ summary: 'The buyer says that the paid tickets have arrived' }),
    async (c) => answer(c, await receive(c.get('db'), stepOf(c))),
  )
  .post(
    '/ticket-requests/:id/problem',
    signedIn,
    often,
    describeRoute({ summary: 'The buyer says what is wrong with the paid tickets, which freezes the payout' }),
    body(ReportProblem),
    async (c) => answer(c, await reportProblem(c.get('db'), { ...stepOf(c), ...c.req.valid('json') })),
  );

type OnRequest = Context<AppEnv, '/ticket-requests/:id'>;

const stepOf = (c: OnRequest) => ({ id: c.req.param('id'), actor_id: c.get('actor').user_id, now: c.get('now') });

/** Answers with the payment, and has its money moved after the answer. The cron does that too, so a failure loses nothing. */
function answer(c: OnRequest, { isNew, payment, ...given }: Awaited<ReturnType<typeof deliver>>) {
  const id = c.req.param('id');
  if (isNew) {
    const moved = settle(c.env, id, { now: c.get('now') });
    c.executionCtx.waitUntil(
      moved.catch((error: unknown) => log('warn', 'a payment is still to be settled', { id, error: traceOf(error) })),
    );
  }
  c.header('Cache-Control', 'no-store');
  return c.json({ payment: paymentView(payment, given) });
}
