import type { World } from './world.ts';
import { attempt, pick, some } from './choices.ts';

export async function dispute(world: World): Promise<void> {
  const row = some(world, "SELECT charge_id FROM payments WHERE status = 'captured' AND charge_id IS NOT NULL");
  const part = world.random() < 0.3 ? { amount: 100 + Math.floor(world.random() * 400) } : {};
  if (row) attempt(() => world.fake.act.dispute(String(row['charge_id']), part));
}

export async function disputeRefunded(world: World): Promise<void> {
  const row = some(
    world,
    'SELECT charge_id, tickets_cents + buyer_fee_cents AS amount FROM payments WHERE charge_id IS NOT NULL AND taken_cents > 0',
  );
  if (row) attempt(() => world.fake.act.dispute(String(row['charge_id']), { amount: Number(row['amount']) }));
}

export async function disputePaid(world: World): Promise<void> {
  const row = some(
    world,
    `SELECT (SELECT root.charge_id FROM payments root
        WHERE root.request_id = coalesce(payments.paid_from, payments.request_id)) AS charge_id,
      (SELECT a.provider_id FROM payouts o JOIN seller_accounts a ON a.user_id = o.seller_id
        WHERE o.request_id = payments.request_id) AS account
      FROM payments WHERE request_id IN (SELECT request_id FROM payouts WHERE status = 'sent' AND paid_cents > 0)`,
  );
  if (!row) return;
  attempt(() => world.fake.act.setUncollectable(String(row['account']), world.random() < 0.6));
  attempt(() => world.fake.act.closeDispute(world.fake.act.dispute(String(row['charge_id'])).id, 'lost'));
}

export async function closeDispute(world: World): Promise<void> {
  const id = pick(world, openDisputes(world));
  if (id) attempt(() => world.fake.act.closeDispute(id, world.random() < 0.5 ? 'won' : 'lost'));
}

export async function failRefund(world: World): Promise<void> {
  const row = some(world, "SELECT provider_id FROM refunds WHERE status = 'sent'");
  if (row) attempt(() => world.fake.act.failRefund(String(row['provider_id'])));
}

export async function lapse(world: World): Promise<void> {
  const row = some(world, "SELECT intent_id FROM payments WHERE status = 'authorized'");
  if (row) attempt(() => world.fake.act.lapse(String(row['intent_id'])));
}

export async function stray(world: World): Promise<void> {
  const row = some(world, 'SELECT session_id FROM payments WHERE session_id IS NOT NULL');
  if (row) attempt(() => world.fake.act.strayAuthorization(String(row['session_id'])));
}

export async function warn(world: World): Promise<void> {
  const row = some(world, "SELECT charge_id FROM payments WHERE status = 'captured' AND charge_id IS NOT NULL");
  if (row) attempt(() => world.fake.act.earlyFraudWarning(String(row['charge_id'])));
}

const openDisputes = ({ fake }: World) =>
  [...fake.state().disputes.values()].filter(({ status }) => status !== 'won' && status !== 'lost').map(({ id }) => id);
