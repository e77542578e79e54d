import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { heldBecause } from '../../../../drizzle/tables/trade/money/payout-holds.ts';
import { payouts } from '../../../../drizzle/tables/trade/money/payouts.ts';
import { sellerAccounts } from '../../../../drizzle/tables/trade/money/seller-accounts.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import { LEAST_ON_REQUEST_CENTS } from '../../../contract/trade/payouts.ts';
import { listsAgainAt, maySellAgain } from '../listings/my-listings.db.ts';
import { debtCents, isReady, readyCents, sellerCents } from '../payments/payout-money.db.ts';

const MOST = 300;

/** Amounts are in cents. Unsent payouts come first. */
export async function findPayouts(db: Db, { user_id, now }: { user_id: string; now: Date }) {
  const [rows, [account], [sums], [listing]] = await db.batch([
    db
      .select({
        request_id: payouts.request_id,
        status: payouts.status,
        held_because: heldBecause(payouts.request_id),
        due_at: payouts.due_at,
        send_at: payouts.send_at,
        sent_at: payouts.sent_at,
        paid_cents: payouts.paid_cents,
        recouped_cents: payouts.recouped_cents,
        reversed_cents: payouts.reversed_cents,
        receives_cents: sellerCents(sql`payments`).as('receives_cents'),
        released_at: payments.released_at,
        // A subquery instead of a join, because `payouts` and `handovers` both have a column `status`.
        handover: sql<HandoverStatus>`(select ${handovers.status} from ${handovers}
            where ${handovers.request_id} = ${payouts.request_id})`.as('handover'),
        quantity: ticketRequests.quantity,
        event: named('event', { title: events.title, slug: events.slug, start_at: events.start_at }),
      })
      .from(payouts)
      .innerJoin(payments, eq(payments.request_id, payouts.request_id))
      .innerJoin(ticketRequests, eq(ticketRequests.id, payouts.request_id))
      .innerJoin(events, eq(events.id, ticketRequests.event_id))
      .where(eq(payouts.seller_id, user_id))
      .orderBy(sql`${payouts.status} in ('due', 'frozen') desc`, desc(payouts.due_at))
      .limit(MOST),
    db.select().from(sellerAccounts).where(eq(sellerAccounts.user_id, user_id)),
    readSums(db, { user_id, now }),
    db
      .select({ has_settled: maySellAgain(user_id).as('settled'), again: listsAgainAt(user_id).as('again') })
      .from(sql`(select 1)`),
  ]);
  return { rows, account: account ?? null, sums: sums!, listing: listing! };
}

export type FoundPayouts = Awaited<ReturnType<typeof findPayouts>>;

function readSums(db: Db, { user_id, now }: { user_id: string; now: Date }) {
  const seller = sql`${user_id}`;
  return db.select({ ready_cents: readyCents(seller, now), debt_cents: debtCents(seller) }).from(sql`(select 1)`);
}

/**
 * Releases the payouts that may be sent now. `leaving` also lists payouts that were released earlier and are not sent
 * yet. `ready_cents` and `debt_cents` are read before this release.
 */
export async function askForPayouts(db: Db, { user_id, now }: { user_id: string; now: Date }) {
  const [[account], [sums], , , leaving] = await db.batch([
    db
      .select({ can_receive: sellerAccounts.can_receive })
      .from(sellerAccounts)
      .where(eq(sellerAccounts.user_id, user_id)),
    readSums(db, { user_id, now }),
    db.update(payouts).set({ send_at: now }).where(mayLeave({ user_id, now })),
    db
      .update(sellerAccounts)
      .set({ payout_asked_at: now })
      .where(
        sql`user_id = ${user_id} and exists (select 1 from payouts where seller_id = ${user_id}
          and send_at = ${now.getTime()})`,
      ),
    db
      .select({ request_id: payouts.request_id })
      .from(payouts)
      .where(sql`seller_id = ${user_id} and status = 'due' and send_at is not null`),
  ]);
  return { can_receive: account?.can_receive ?? false, ...sums!, leaving: leaving.map(({ request_id }) => request_id) };
}

function mayLeave({ user_id, now }: { user_id: string; now: Date }): SQL {
  const seller = sql`${user_id}`;
  return sql`seller_id = ${user_id} and ${isReady(sql`payouts`, now)}
    and exists (select 1 from seller_accounts account where account.user_id = ${user_id} and account.can_receive = 1)
    and ${readyCents(seller, now)} - ${debtCents(seller)} >= ${LEAST_ON_REQUEST_CENTS}`;
}
