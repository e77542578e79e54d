import { and, eq, sql } from 'drizzle-orm';
import { handovers } from '../../../drizzle/tables/trade/handovers.ts';
import { listingTickets } from '../../../drizzle/tables/trade/listing-tickets.ts';
import { problems } from '../../../drizzle/tables/trade/problems.ts';
import { refunds } from '../../../drizzle/tables/trade/money/refunds.ts';
import { PROBLEM_KINDS } from '../../../drizzle/handover-vocabulary.ts';
import { reportProblem } from '../../../worker/features/trade/handover/problems.db.ts';
import { answerProblem } from '../../../worker/features/trade/handover/answer-problem.db.ts';
import { settleFailuresOf } from '../../../worker/features/trade/payments/seller-failures.db.ts';
import { openHandover, pick, some, someOf } from './choices.ts';
import type { World } from './world.ts';

export const openTickets = ({ app: { db }, now }: World, id: string) =>
  db.update(listingTickets).set({ shown_at: now() }).where(eq(listingTickets.request_id, id));

export async function complain(world: World): Promise<void> {
  const row = someOf(world, openHandover("'due', 'delivered'"));
  if (!row) return;
  // Mostly a wrong code, because a buyer can report little else before the doors open.
  const kind = pick(world, [...PROBLEM_KINDS, 'wrong_code', 'wrong_code', 'wrong_code', 'wrong_code'] as const)!;
  const id = String(row['id']);
  await openTickets(world, id);
  await reportProblem(world.app.db, { id, actor_id: String(row['buyer_id']), now: world.now(), kind });
}

export async function answerReport(world: World): Promise<void> {
  const row = someOf(world, openHandover("'problem'"));
  if (!row) return;
  const given = { id: String(row['id']), actor_id: String(row['seller_id']), now: world.now() };
  await answerProblem(world.app.db, { ...given, text: 'The ticket was good when I sold it.' });
}

export async function decide(world: World): Promise<void> {
  const row = someOf(world, openHandover("'problem'"));
  if (!row) return;
  const { db } = world.app;
  const request_id = String(row['id']);
  const to = pick(world, ['received', 'replaced', 'replaced', 'failed'] as const)!;
  if (to === 'replaced') {
    await db
      .update(problems)
      .set({ ruled_by: 'staff' })
      .where(and(eq(problems.request_id, request_id), eq(problems.status, 'open')));
    return;
  }
  const decision = db
    .update(handovers)
    .set({ status: to, ended_at: world.now(), ended_by: 'staff' })
    .where(and(eq(handovers.request_id, request_id), eq(handovers.status, 'problem')));
  const left = sql<number>`(select max(1, tickets_cents + buyer_fee_cents - taken_cents) from payments
    where request_id = ${request_id})`;
  const back = db
    .insert(refunds)
    .values({ request_id, reason: 'problem', amount_cents: left, created_at: world.now() });
  await (to === 'failed' ? db.batch([decision, back]) : decision);
}

export async function forgive(world: World): Promise<void> {
  const row = some(world, 'SELECT seller_id FROM seller_failures WHERE settled_at IS NULL');
  if (row) await settleFailuresOf(world.app.db, { seller_id: String(row['seller_id']), now: world.now() });
}
