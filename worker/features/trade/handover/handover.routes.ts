import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { AnswerProblem, ReportProblem } from '../../../contract/trade/payments.ts';
import { paymentView } from '../../../contract/trade/payment-view.ts';
import { SayDelivered } from '../../../contract/trade/ticket-files.ts';
import { body, optionalBody } from '../../../http/answers/body.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { log, traceOf } from '../../../http/log.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { deliver } from './deliver.db.ts';
import { findStep, receive } from './handover.db.ts';
import { reportProblem } from './problems.db.ts';
import { answerProblem } from './answer-problem.db.ts';
import { settle } from '../payments/settle.ts';

const often = limitActor('read', 'handovers');

// No launch switch closes these routes: paid tickets can always be handed over.
export const handoverRoutes = new Hono<AppEnv>()
  .post(
    '/ticket-requests/:id/delivered',
    signedIn,
    often,
    describeRoute({ summary: 'The seller marks the paid tickets as sent, and can add a picture of the transfer' }),
    async (c) => answer(c, await deliver(c.get('db'), { ...stepOf(c), ...(await optionalBody(c.req, SayDelivered)) })),
  )
  .post(
    '/ticket-requests/:id/received',
    signedIn,
    often,
    describeRoute({ summary: 'The buyer confirms that the paid tickets have arrived' }),
    async (c) => answer(c, await receive(c.get('db'), stepOf(c))),
  )
  .post(
    '/ticket-requests/:id/problem',
    signedIn,
    often,
    describeRoute({ summary: 'The buyer reports a problem with the paid tickets, which freezes the payout' }),
    body(ReportProblem),
    async (c) => {
      const given = await reportProblem(c.get('db'), { ...stepOf(c), ...c.req.valid('json') });
      return given.isNew ? answerDecided(c, 'buyer') : answer(c, given);
    },
  )
  .post(
    '/ticket-requests/:id/problem/answer',
    signedIn,
    often,
    describeRoute({ summary: "The seller answers the buyer's problem, once" }),
    body(AnswerProblem),
    async (c) => {
      await answerProblem(c.get('db'), { ...stepOf(c), ...c.req.valid('json') });
      await c.env.NOTIFY_QUEUE.send({ tells: true });
      return answerDecided(c, 'seller');
    },
  );

type OnRequest = Context<AppEnv, '/ticket-requests/:id'>;

const stepOf = (c: OnRequest) => ({ id: c.req.param('id'), actor_id: c.get('actor').user_id, now: c.get('now') });

/**
 * Settles before it responds: if our own records decide the problem, the response already shows the decision. If
 * settling fails, the cron settles later.
 */
async function answerDecided(c: OnRequest, role: 'buyer' | 'seller') {
  const id = c.req.param('id');
  await settle(c.env, id, { now: c.get('now') }).catch((error: unknown) =>
    log('warn', 'a problem waits', { id, error: traceOf(error) }),
  );
  const { payment, ...given } = await findStep(c.get('db'), { ...stepOf(c), role });
  c.header('Cache-Control', 'no-store');
  return c.json({ payment: paymentView(payment, given) });
}

/** Responds without waiting for the payment to be settled. If settling fails, the cron settles it. */
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
