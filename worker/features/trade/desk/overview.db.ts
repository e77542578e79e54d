import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { ledgerAccounts } from '../../../../drizzle/tables/trade/money/ledger.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { heldBecause } from '../../../../drizzle/tables/trade/money/payout-holds.ts';
import { payouts } from '../../../../drizzle/tables/trade/money/payouts.ts';
import { problems } from '../../../../drizzle/tables/trade/problems.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { providerEvents } from '../../../../drizzle/tables/trade/money/provider-events.ts';
import { reconciliations } from '../../../../drizzle/tables/trade/money/reconciliations.ts';
import { refunds } from '../../../../drizzle/tables/trade/money/refunds.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { LATE_MS } from './alarm.rules.ts';
import { brief, findAsks, findStranded } from './stranded.db.ts';

const SHOWN = 50;

/** Debits less credits in cents, by the prefix of the account name. */
export async function sumBalances(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ prefix: string; net: number }>(
    sql`select substr(name, 1, instr(name || ':', ':') - 1) as prefix, sum(debits_cents - credits_cents) as net
      from ledger_accounts where debits_cents <> credits_cents group by 1`,
  );
  return new Map(rows.map(({ prefix, net }) => [prefix, net]));
}

export async function findBooks(db: Db, { now }: { now: Date }) {
  const [[newest], [old]] = await db.batch([
    db.select().from(reconciliations).orderBy(desc(reconciliations.at)).limit(1),
    db
      .select({ request_id: payments.request_id })
      .from(payments)
      .where(lt(payments.created_at, new Date(now.getTime() - LATE_MS.comparison)))
      .limit(1),
  ]);
  return { newest: newest ?? null, hasOldPayment: old !== undefined };
}

export async function findStuck(db: Db, { now }: { now: Date }) {
  const [stuckRefunds, askedRefunds, failing, overdue, undecided, frozen, owing, stranded, asks, open] =
    await Promise.all([
      refundsWith(db, 'stuck'),
      refundsWith(db, 'asked'),
      lookingAt(db).where(gt(payments.failures, 0)).orderBy(desc(payments.failures)).limit(SHOWN),
      lookingAt(db)
        .where(and(lt(payments.settle_at, new Date(now.getTime() - LATE_MS.settling)), eq(payments.failures, 0)))
        .orderBy(asc(payments.settle_at))
        .limit(SHOWN),
      db
        .select({
          ...brief,
          problem: handovers.problem,
          problem_at: handovers.problem_at,
          kind: problems.kind,
          decide_by: problems.decide_by,
          held_because: problems.held_because,
        })
        .from(handovers)
        .leftJoin(problems, and(eq(problems.request_id, handovers.request_id), eq(problems.status, 'open')))
        .innerJoin(ticketRequests, eq(ticketRequests.id, handovers.request_id))
        .innerJoin(events, eq(events.id, ticketRequests.event_id))
        // The status is a literal, because the database does not use the partial index with a parameter.
        .where(sql`${handovers.ended_at} is null and ${handovers.status} = 'problem'`)
        .orderBy(asc(handovers.problem_at))
        .limit(SHOWN),
      db
        .select({ ...brief, held_because: heldBecause(payouts.request_id), due_at: payouts.due_at })
        .from(payouts)
        .innerJoin(ticketRequests, eq(ticketRequests.id, payouts.request_id))
        .innerJoin(events, eq(events.id, ticketRequests.event_id))
        .where(eq(payouts.status, 'frozen'))
        .orderBy(asc(payouts.due_at))
        .limit(SHOWN),
      findOwing(db),
      findStranded(db, { now }),
      findAsks(db),
      db
        .select({ count: sql<number>`count(*)` })
        .from(providerEvents)
        .where(
          and(isNull(providerEvents.done_at), lt(providerEvents.received_at, new Date(now.getTime() - LATE_MS.events))),
        ),
    ]);
  return {
    stuckRefunds,
    askedRefunds,
    failing,
    overdue,
    problems: undecided,
    frozen,
    owing,
    stranded,
    asks,
    openEvents: open[0]?.count ?? 0,
  };
}

function refundsWith(db: Db, status: 'asked' | 'stuck') {
  return db
    .select({
      ...brief,
      id: refunds.id,
      amount_cents: refunds.amount_cents,
      reason: refunds.reason,
      note: refunds.note,
      asked_by: refunds.asked_by,
      booked_at: refunds.booked_at,
      created_at: refunds.created_at,
    })
    .from(refunds)
    .innerJoin(ticketRequests, eq(ticketRequests.id, refunds.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .where(sql`${refunds.status} in ('asked', 'due', 'stuck') and ${refunds.status} = ${status}`)
    .orderBy(asc(refunds.created_at))
    .limit(SHOWN);
}

const lookingAt = (db: Db) =>
  db
    .select({
      ...brief,
      status: payments.status,
      failures: payments.failures,
      last_error: payments.last_error,
      settle_at: payments.settle_at,
    })
    .from(payments)
    .innerJoin(ticketRequests, eq(ticketRequests.id, payments.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id));

/** Finds the sellers who owe us money. The condition on the name is a range, so that the query uses an index. */
function findOwing(db: Db) {
  const owed = sql<number>`${ledgerAccounts.debits_cents} - ${ledgerAccounts.credits_cents}`;
  return db
    .select({ seller_id: profiles.id, seller_email: profiles.email, owes_cents: owed })
    .from(ledgerAccounts)
    .innerJoin(profiles, sql`${profiles.id} = substr(${ledgerAccounts.name}, length('receivable:') + 1)`)
    .where(sql`${ledgerAccounts.debits_cents} <> ${ledgerAccounts.credits_cents}
      and ${ledgerAccounts.name} > 'receivable:' and ${ledgerAccounts.name} < 'receivable;'`)
    .orderBy(desc(owed))
    .limit(SHOWN);
}

/** `q` can be a request id or the address of the buyer or seller. */
export function findPayments(db: Db, { q }: { q: string }) {
  const people = sql`(select ${profiles.id} from ${profiles} where ${profiles.email} = ${q.toLowerCase()})`;
  const isMeant = sql`(${ticketRequests.id} = ${q} or ${ticketRequests.buyer_id} in ${people}
    or ${ticketRequests.seller_id} in ${people})`;
  return db
    .select({
      ...brief,
      status: payments.status,
      total_cents: sql<number>`${payments.tickets_cents} + ${payments.buyer_fee_cents}`.as('total_cents'),
      created_at: ticketRequests.created_at,
    })
    .from(ticketRequests)
    .innerJoin(payments, eq(payments.request_id, ticketRequests.id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .where(q === '' ? undefined : isMeant)
    .orderBy(desc(ticketRequests.created_at))
    .limit(SHOWN);
}
