import { and, eq, isNull } from 'drizzle-orm';
import { ticketFileRow } from '../../../drizzle/seed/ticket-rows.ts';
import { payouts } from '../../../drizzle/tables/trade/money/payouts.ts';
import { refunds } from '../../../drizzle/tables/trade/money/refunds.ts';
import { sellerAccounts } from '../../../drizzle/tables/trade/money/seller-accounts.ts';
import { ticketFiles } from '../../../drizzle/tables/trade/ticket-files.ts';
import { USUAL_FEES } from '../../../worker/contract/trade/fees.ts';
import { DomainError } from '../../../worker/http/answers/errors.ts';
import { deliver } from '../../../worker/features/trade/handover/deliver.db.ts';
import { receive } from '../../../worker/features/trade/handover/handover.db.ts';
import { settle } from '../../../worker/features/trade/payments/settle.ts';
import { answerRequest, cancelRequest } from '../../../worker/features/trade/requests/move-request.db.ts';
import { requestTickets } from '../../../worker/features/trade/requests/request-tickets.db.ts';
import { answerReport, complain, decide, forgive, openTickets } from './complaints.ts';
import { attempt, openHandover, pick, some, someOf } from './choices.ts';
import { closeDispute, dispute, disputePaid, disputeRefunded, failRefund, lapse, stray, warn } from './banks.ts';
import { actInSearch } from './kept-cards.ts';
import { actInSquad, moveEvent } from './squads.ts';
import { inProcess, Killed, type World } from './world.ts';

/** Runs a step of one person or process. Ignores the errors that `isOfTheWorld` expects. */
export async function run(step: () => Promise<unknown>): Promise<void> {
  try {
    await inProcess(step);
  } catch (error) {
    if (!isOfTheWorld(error)) throw error;
  }
}

/**
 * Returns whether the simulation expects the error: a kill, a refusal, a failed or lost answer of the provider, or a
 * refund that was decided twice.
 */
export function isOfTheWorld(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const names = ['Killed', 'ProviderError', 'TypeError'];
  const isDecidedTwice = error.message.includes('UNIQUE constraint failed: refunds.');
  const isExpected = error instanceof Killed || error instanceof DomainError || names.includes(error.name);
  return isDecidedTwice || isExpected || isOfTheWorld(error.cause);
}

export async function buy(world: World): Promise<boolean> {
  const { env, db, provider } = world.app;
  const now = world.now();
  const input = {
    buyer_id: pick(world, world.buyers)!,
    event_id: pick(world, world.events)!,
    quantity: world.random() < 0.7 ? 1 : 2,
    key: crypto.randomUUID(),
  };
  const { granted, payment } = await requestTickets(db, { input, fees: USUAL_FEES, now });
  if (granted instanceof DomainError) return false;
  if (payment) await run(() => settle(env, granted.id, { now, provider }));
  return true;
}

export const ACTIONS: readonly (readonly [weight: number, act: (world: World) => Promise<unknown>])[] = [
  [22, pay],
  [45, actInSquad],
  [50, actInSearch],
  [0.3, async (world) => moveEvent(world)],
  [16, answer],
  [3, cancel],
  [12, handOver],
  [6, receiveTickets],
  [9, complain],
  [2, answerReport],
  [4, decide],
  [12, forgive],
  [3, refundPart],
  [3, dispute],
  [2, disputeRefunded],
  [4, closeDispute],
  [3, disputePaid],
  [2, failRefund],
  [6, releasePayouts],
  [4, changeAccount],
  [0.4, cancelEvent],
  [0.2, restoreEvent],
  [1, lapse],
  [1, stray],
  [1, warn],
  [0.5, withdraw],
];

async function pay(world: World): Promise<void> {
  const row = some(world, "SELECT session_id FROM payments WHERE status = 'awaiting' AND session_id IS NOT NULL");
  if (row)
    attempt(() => world.fake.act.pay(String(row['session_id']), { card: world.random() < 0.85 ? 'ok' : 'declined' }));
}

async function answer(world: World): Promise<void> {
  const row = some(
    world,
    `SELECT id, seller_id FROM ticket_requests r WHERE status = 'pending' AND answer IS NULL
      AND EXISTS (SELECT 1 FROM payments WHERE request_id = r.id AND status = 'authorized')`,
  );
  if (!row) return;
  const given = { id: String(row['id']), actor_id: String(row['seller_id']), now: world.now() };
  await answerRequest(world.app.db, { ...given, to: world.random() < 0.8 ? 'accepted' : 'declined' });
}

async function cancel(world: World): Promise<void> {
  const row = some(world, "SELECT id, buyer_id FROM ticket_requests WHERE status = 'pending'");
  if (!row) return;
  const { db, env, provider } = world.app;
  const id = String(row['id']);
  await cancelRequest(db, { id, actor_id: String(row['buyer_id']), now: world.now() });
  await settle(env, id, { now: world.now(), provider });
}

async function handOver(world: World): Promise<void> {
  const row = someOf(world, openHandover("'due'"));
  if (!row) return;
  const [{ db }, seller_id] = [world.app, String(row['seller_id'])];
  const proof = ticketFileRow({ id: crypto.randomUUID(), owner_id: seller_id, purpose: 'proof', claimed_at: null });
  await db.insert(ticketFiles).values(proof);
  await deliver(db, { id: String(row['id']), actor_id: seller_id, now: world.now(), proof_file_id: proof.id });
}

async function receiveTickets(world: World): Promise<void> {
  const row = someOf(world, openHandover("'due', 'delivered'"));
  if (!row) return;
  const { env, db, provider } = world.app;
  await openTickets(world, String(row['id']));
  await receive(db, { id: String(row['id']), actor_id: String(row['buyer_id']), now: world.now() });
  await settle(env, String(row['id']), { now: world.now(), provider });
}

async function refundPart(world: World): Promise<void> {
  const row = some(world, "SELECT request_id FROM payments WHERE status = 'captured' AND taken_cents < tickets_cents");
  if (!row) return;
  await world.app.db.insert(refunds).values({
    request_id: String(row['request_id']),
    reason: 'staff',
    amount_cents: 1 + Math.floor(world.random() * 3000),
    asked_by: 'staff0',
    created_at: world.now(),
  });
}

/** Asks for every payout that is due, as if each seller had done so. */
export async function releasePayouts(world: World): Promise<void> {
  const { db } = world.app;
  await db
    .update(payouts)
    .set({ send_at: world.now() })
    .where(and(eq(payouts.status, 'due'), isNull(payouts.send_at)));
}

async function changeAccount(world: World): Promise<void> {
  const user_id = pick(world, world.sellers)!;
  const { db, provider } = world.app;
  const [known] = await db.select().from(sellerAccounts).where(eq(sellerAccounts.user_id, user_id));
  if (!known?.provider_id) return openAccount(world, user_id);
  const can_receive = world.random() < 0.8;
  attempt(() =>
    can_receive ? world.fake.act.onboard(known.provider_id!) : world.fake.act.restrict(known.provider_id!),
  );
  attempt(() => world.fake.act.setUncollectable(known.provider_id!, world.random() < 0.3));
  await provider.findAccount(known.provider_id);
  await db
    .update(sellerAccounts)
    .set({ can_receive, ready_at: world.now(), updated_at: world.now() })
    .where(eq(sellerAccounts.user_id, user_id));
}

export async function openAccount(world: World, user_id: string): Promise<void> {
  const { db, provider } = world.app;
  const recipient = { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } };
  const { id } = await provider.createAccount(
    {
      contact_email: `${user_id}@vouch.test`,
      dashboard: 'express',
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      configuration: { recipient },
      identity: { country: 'us', entity_type: 'individual' },
    },
    crypto.randomUUID(),
  );
  attempt(() => world.fake.act.onboard(id));
  const now = world.now();
  const set = { provider_id: id, can_receive: true, ready_at: now };
  await db
    .insert(sellerAccounts)
    .values({ user_id, ...set, updated_at: now, created_at: now })
    .onConflictDoUpdate({ target: sellerAccounts.user_id, set });
}

async function cancelEvent(world: World): Promise<void> {
  const query = 'UPDATE events SET cancelled_at = ? WHERE id = ? AND cancelled_at IS NULL';
  world.database.prepare(query).run(world.clock.ms, pick(world, world.events)!);
}

async function restoreEvent(world: World): Promise<void> {
  world.database.prepare('UPDATE events SET cancelled_at = NULL WHERE id = ?').run(pick(world, world.events)!);
}

async function withdraw(world: World): Promise<void> {
  const row = some(world, "SELECT id FROM listings WHERE status = 'active'");
  if (row) world.database.prepare("UPDATE listings SET status = 'withdrawn' WHERE id = ?").run(row['id']);
}
