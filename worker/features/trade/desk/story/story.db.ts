import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { auditLog } from '../../../../../drizzle/tables/staff/audit-log.ts';
import { disputes } from '../../../../../drizzle/tables/trade/money/disputes.ts';
import { events } from '../../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../../drizzle/tables/trade/handovers.ts';
import { ledgerTransfers } from '../../../../../drizzle/tables/trade/money/ledger.ts';
import { listingTickets } from '../../../../../drizzle/tables/trade/listing-tickets.ts';
import { listings } from '../../../../../drizzle/tables/trade/listings.ts';
import { outbox } from '../../../../../drizzle/tables/talk/outbox.ts';
import { payments } from '../../../../../drizzle/tables/trade/money/payments.ts';
import { payoutHolds } from '../../../../../drizzle/tables/trade/money/payout-holds.ts';
import { payouts } from '../../../../../drizzle/tables/trade/money/payouts.ts';
import { problems } from '../../../../../drizzle/tables/trade/problems.ts';
import { profiles } from '../../../../../drizzle/tables/people/profiles.ts';
import { refunds } from '../../../../../drizzle/tables/trade/money/refunds.ts';
import { scans } from '../../../../../drizzle/tables/door/scans.ts';
import { ticketRequests } from '../../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../../context.ts';
import { notFound } from '../../../../http/answers/errors.ts';
import { leftToRefund } from '../left-to-refund.db.ts';

const buyers = alias(profiles, 'buyers');
const sellers = alias(profiles, 'sellers');

const SHOWN = 50;

/** Throws `request.not_found`. */
export async function findStory(db: Db, { request_id }: { request_id: string }) {
  const [[found], [handover], [payout], holds, refunded, disputed, reported, tickets, scanned, transfers, entries] =
    await Promise.all([
      findRequest(db, request_id),
      db.select().from(handovers).where(eq(handovers.request_id, request_id)),
      db.select().from(payouts).where(eq(payouts.request_id, request_id)),
      db.select().from(payoutHolds).where(eq(payoutHolds.request_id, request_id)).orderBy(asc(payoutHolds.seq)),
      db.select().from(refunds).where(eq(refunds.request_id, request_id)).orderBy(asc(refunds.created_at)),
      db.select().from(disputes).where(eq(disputes.request_id, request_id)).orderBy(asc(disputes.opened_at)),
      db.select().from(problems).where(eq(problems.request_id, request_id)).orderBy(asc(problems.created_at)),
      db
        .select({
          file_id: listingTickets.file_id,
          shown_at: listingTickets.shown_at,
          matched_at: listingTickets.matched_at,
        })
        .from(listingTickets)
        .where(eq(listingTickets.request_id, request_id))
        .orderBy(asc(listingTickets.created_at), asc(listingTickets.id)),
      db.select().from(scans).where(eq(scans.request_id, request_id)).orderBy(asc(scans.at), asc(scans.nonce)),
      db
        .select()
        .from(ledgerTransfers)
        .where(eq(ledgerTransfers.request_id, request_id))
        .orderBy(asc(ledgerTransfers.seq)),
      db
        .select({ at: auditLog.at, action: auditLog.action, actor_email: auditLog.actor_email })
        .from(auditLog)
        .where(and(eq(auditLog.target_type, 'ticket_request'), eq(auditLog.target_id, request_id)))
        .orderBy(desc(auditLog.seq))
        .limit(SHOWN),
    ]);
  if (!found) throw notFound();
  return {
    ...found,
    handover: handover ?? null,
    payout: payout ?? null,
    holds,
    refunds: refunded,
    disputes: disputed,
    problems: reported,
    tickets,
    scans: scanned,
    transfers,
    entries: entries.toReversed(),
  };
}

export type Story = Awaited<ReturnType<typeof findStory>>;

function findRequest(db: Db, request_id: string) {
  return db
    .select({
      // D1 returns at most 100 columns.
      request: {
        id: ticketRequests.id,
        status: ticketRequests.status,
        quantity: ticketRequests.quantity,
        offered_price_cents: ticketRequests.offered_price_cents,
        created_at: ticketRequests.created_at,
      },
      event: { title: events.title, slug: events.slug, start_at: events.start_at, cancelled_at: events.cancelled_at },
      venue: { name: venues.name, city: venues.city },
      listing: { ask_price_cents: listings.ask_price_cents, created_at: listings.created_at },
      payment: payments,
      buyer: buyers,
      seller: sellers,
      left_cents: leftToRefund,
    })
    .from(payments)
    .innerJoin(ticketRequests, eq(ticketRequests.id, payments.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .innerJoin(listings, eq(listings.id, ticketRequests.listing_id))
    .innerJoin(buyers, eq(buyers.id, ticketRequests.buyer_id))
    .innerJoin(sellers, eq(sellers.id, ticketRequests.seller_id))
    .where(eq(payments.request_id, request_id));
}

/**
 * Returns the times at which mails were sent to `email`, oldest first, at most `SHOWN`. Leaves out mails of the purpose
 * `account`.
 */
export async function findMailTimes(db: Db, { email, since }: { email: string; since: Date }): Promise<Date[]> {
  const rows = await db
    .select({ sent_at: outbox.sent_at })
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, email),
        gte(outbox.created_at, since),
        sql`${outbox.channel} = 'email' and ${outbox.purpose} <> 'account' and ${outbox.sent_at} is not null`,
      ),
    )
    .orderBy(asc(outbox.created_at))
    .limit(SHOWN);
  return rows.flatMap(({ sent_at }) => sent_at ?? []);
}
