import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { AskRefund, DecideHandover, MovePayout, SettleSeller, WriteOff } from '../../../contract/trade/money-desk.ts';
import { cents, dollars } from '../../../contract/trade/money.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { body } from '../../../http/answers/body.ts';
import { sha256Hex } from '../../../http/security/crypto.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { idempotencyKey } from '../../../http/answers/idempotency.ts';
import { decideHandover, movePayout, settleSeller } from './decisions.db.ts';
import { refundView } from './money.view.ts';
import { approveRefund, askRefund, dropRefund, retryRefund } from './refunds.db.ts';
import { settleNow } from './settle-now.ts';
import { writeOff } from './write-off.db.ts';

/** Returns an id that is the same if the same admin repeats an action with the same `key`. */
const onceFor = async (what: string, { admin, key }: { admin: string; key: string }) =>
  (await sha256Hex(JSON.stringify([what, admin, key]))).slice(0, 32);

export const refundRoutes = new Hono<AppEnv>()
  .basePath('/admin/refunds')
  .use(requireRole('admin'))
  .post(
    '/',
    describeRoute({ summary: 'Refund a part of a payment; each Idempotency-Key refunds once' }),
    idempotencyKey(),
    body(AskRefund),
    async (c) => {
      const { request_id, amount, note } = c.req.valid('json');
      const id = await onceFor('refund', {
        admin: c.get('actor').user_id,
        key: c.req.valid('header')['idempotency-key'],
      });
      const asked = { id, request_id, amount_cents: cents(amount), note };
      const refund = await askRefund(c.get('db'), { asked, stamp: stampOf(c) });
      await settleNow(c, request_id);
      return c.json(refundView(refund), 201);
    },
  )
  .post('/:id/approve', describeRoute({ summary: 'Approve a refund that another admin asked for' }), async (c) => {
    const refund = await approveRefund(c.get('db'), { id: c.req.param('id'), stamp: stampOf(c) });
    await settleNow(c, refund.request_id);
    return c.json(refundView(refund));
  })
  .post('/:id/drop', describeRoute({ summary: 'Drop a staff refund that has not started' }), async (c) =>
    c.json(refundView(await dropRefund(c.get('db'), { id: c.req.param('id'), stamp: stampOf(c) }))),
  )
  .post('/:id/retry', describeRoute({ summary: 'Try a stuck refund again' }), async (c) => {
    const refund = await retryRefund(c.get('db'), { id: c.req.param('id'), stamp: stampOf(c) });
    await settleNow(c, refund.request_id);
    return c.json(refundView(refund));
  });

export const handoverDecisionRoutes = new Hono<AppEnv>()
  .basePath('/admin/handovers')
  .use(requireRole('admin'))
  .post(
    '/:request_id',
    describeRoute({ summary: 'Decide a problem of a hand-over' }),
    body(DecideHandover),
    async (c) => {
      const [request_id, decision] = [c.req.param('request_id'), c.req.valid('json')];
      const done = await decideHandover(c.get('db'), { request_id, ...decision, stamp: stampOf(c) });
      await settleNow(c, request_id);
      return c.json({ request_id, to: decision.to, waits: done === 'asked' });
    },
  );

export const payoutDecisionRoutes = new Hono<AppEnv>()
  .basePath('/admin/payouts')
  .use(requireRole('admin'))
  .post(
    '/:request_id',
    describeRoute({ summary: 'Hold a payout, or end reasons to hold it' }),
    body(MovePayout),
    async (c) => {
      const [request_id, move] = [c.req.param('request_id'), c.req.valid('json')];
      const done = await movePayout(c.get('db'), { request_id, ...move, stamp: stampOf(c) });
      await settleNow(c, request_id);
      return c.json({ request_id, to: move.to, waits: done === 'asked' });
    },
  );

export const sellerDebtRoutes = new Hono<AppEnv>()
  .basePath('/admin/sellers')
  .use(requireRole('admin'))
  .post(
    '/:id/write-off',
    describeRoute({
      summary: "Write off a part of a seller's debt, or book it as paid to our bank; each Idempotency-Key books once",
    }),
    idempotencyKey(),
    body(WriteOff),
    async (c) => {
      const [seller_id, { amount, note, is_paid }] = [c.req.param('id'), c.req.valid('json')];
      const once = await onceFor('write-off', {
        admin: c.get('actor').user_id,
        key: c.req.valid('header')['idempotency-key'],
      });
      const written = { seller_id, amount_cents: cents(amount), note, is_paid, cause: `debt:${once}` };
      const { owed, done } = await writeOff(c.get('db'), { written, stamp: stampOf(c) });
      return c.json({ owes: dollars(owed), waits: done === 'asked' }, 201);
    },
  )
  .post(
    '/:id/settle',
    describeRoute({ summary: 'Allow a seller to sell again after their tickets failed' }),
    body(SettleSeller),
    async (c) => {
      const seller_id = c.req.param('id');
      await settleSeller(c.get('db'), { seller_id, ...c.req.valid('json'), stamp: stampOf(c) });
      return c.json({ id: seller_id });
    },
  );
