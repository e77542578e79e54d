import { and, eq, inArray, isNull } from 'drizzle-orm';
import { disputes, type NewDispute } from '../../../../../drizzle/tables/trade/money/disputes.ts';
import { handovers, type NewHandover } from '../../../../../drizzle/tables/trade/handovers.ts';
import { payoutHolds } from '../../../../../drizzle/tables/trade/money/payout-holds.ts';
import { type NewPayout, payouts } from '../../../../../drizzle/tables/trade/money/payouts.ts';
import { type NewRefund, refunds } from '../../../../../drizzle/tables/trade/money/refunds.ts';
import { ticketRequests } from '../../../../../drizzle/tables/trade/ticket-requests.ts';
import type { HandoverEnder } from '../../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../../context.ts';
import { HANDOVER_MOVES } from '../../../../contract/trade/payment-moves.ts';
import { movesTo } from '../../../../contract/trade/ticket-moves.ts';

// `commit` runs these statements. It writes nothing if the sale has changed since `settle` read it.

const isPending = (requestId: string) => and(eq(ticketRequests.id, requestId), eq(ticketRequests.status, 'pending'));

/** Asks the seller. With `is_instant`, the seller agreed in advance, so the statement stores that answer instead. */
export const askSeller = (
  db: Db,
  { id, expires_at, is_instant, now }: { id: string; expires_at: Date; is_instant: boolean; now: Date },
) =>
  db
    .update(ticketRequests)
    .set(is_instant ? { answer: 'accepted', asked_until: expires_at, expires_at: now } : { expires_at })
    .where(isPending(id));

export const dropRequest = (db: Db, id: string, to: 'declined' | 'expired' | 'cancelled') =>
  db.update(ticketRequests).set({ status: to, answer: null, asked_until: null }).where(isPending(id));

export const acceptRequest = (db: Db, id: string) =>
  db.update(ticketRequests).set({ status: 'accepted' }).where(isPending(id));

export const beginHandover = (db: Db, row: NewHandover) => db.insert(handovers).values(row);

export const setHandoverDue = (db: Db, requestId: string, due_at: Date) =>
  db
    .update(handovers)
    .set({ due_at })
    .where(and(eq(handovers.request_id, requestId), eq(handovers.status, 'due')));

export const deliverHandover = (db: Db, requestId: string, now: Date) =>
  db
    .update(handovers)
    .set({ status: 'delivered', delivered_at: now })
    .where(and(eq(handovers.request_id, requestId), eq(handovers.status, 'due')));

export const endHandover = (
  db: Db,
  { request_id, to, by, now }: { request_id: string; to: 'received' | 'failed'; by: HandoverEnder; now: Date },
) =>
  db
    .update(handovers)
    .set({ status: to, ended_at: now, ended_by: by })
    .where(and(eq(handovers.request_id, request_id), inArray(handovers.status, movesTo(HANDOVER_MOVES, to))));

export const beginPayout = (db: Db, row: NewPayout) => db.insert(payouts).values(row);

export const setPayout = (db: Db, requestId: string, fields: Partial<NewPayout>) =>
  db.update(payouts).set(fields).where(eq(payouts.request_id, requestId));

export const dropPayout = (db: Db, requestId: string, now: Date) => [
  setPayout(db, requestId, { status: 'dropped' }),
  endHolds(db, requestId, now),
];

export const endHolds = (db: Db, requestId: string, now: Date) =>
  db
    .update(payoutHolds)
    .set({ ended_at: now })
    .where(and(eq(payoutHolds.request_id, requestId), isNull(payoutHolds.ended_at)));

export const beginRefund = (db: Db, row: NewRefund) => db.insert(refunds).values(row);

export const setRefund = (db: Db, id: string, fields: Partial<NewRefund>) =>
  db.update(refunds).set(fields).where(eq(refunds.id, id));

export const beginDispute = (db: Db, row: NewDispute) => db.insert(disputes).values(row);

export const closeDispute = (
  db: Db,
  { id, to, beyond_cents = 0, now }: { id: string; to: 'won' | 'lost'; beyond_cents?: number; now: Date },
) => db.update(disputes).set({ status: to, beyond_cents, closed_at: now }).where(eq(disputes.provider_id, id));

export const setBeyond = (db: Db, id: string, beyond_cents: number) =>
  db.update(disputes).set({ beyond_cents }).where(eq(disputes.provider_id, id));
