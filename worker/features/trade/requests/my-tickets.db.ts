import { and, desc, eq, getTableColumns, gt, or, type SQL, sql } from 'drizzle-orm';
import { isBadgeLive } from '../../../../drizzle/tables/people/badge.ts';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { paymentColumns } from '../../../../drizzle/tables/trade/money/payment-of-request.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { payouts } from '../../../../drizzle/tables/trade/money/payouts.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { takesPart } from '../../../../drizzle/tables/people/trade-rights.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { TicketRequestStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { isExpired } from './expire-requests.db.ts';
import { groupOfRequest } from './group-of-request.db.ts';
import { lastFirst, MOST, ownEventColumns } from '../listings/my-listings.db.ts';

/** SQL condition: accepted or pending. An overdue pending request counts only if its stored answer is `accepted`. */
export const isLive = (now: Date) => {
  const { status, expires_at, answer } = ticketRequests;
  return or(eq(status, 'accepted'), and(eq(status, 'pending'), or(gt(expires_at, now), eq(answer, 'accepted'))));
};

/** Returns the person's newest 200 requests as a buyer, and the newest 200 as a seller. */
export async function findRequests(db: Db, { user_id, now }: { user_id: string; now: Date }) {
  const [made, received] = await db.batch([
    requestsAs(db, { role: 'buyer', user_id, now }),
    requestsAs(db, { role: 'seller', user_id, now }),
  ]);
  return [...made, ...received];
}

export type MyRequestRow = Awaited<ReturnType<typeof findRequests>>[number];

export async function findOwnRequest(db: Db, { id, buyer_id, now }: { id: string; buyer_id: string; now: Date }) {
  const [row] = await requestsAs(db, { role: 'buyer', user_id: buyer_id, now, only: eq(ticketRequests.id, id) });
  return row;
}

export async function findOwnGroup(
  db: Db,
  { group_id, buyer_id, now }: { group_id: string; buyer_id: string; now: Date },
) {
  const rows = await requestsAs(db, {
    role: 'buyer',
    user_id: buyer_id,
    now,
    only: eq(ticketRequests.group_id, group_id),
  });
  return rows.toSorted((a, b) => a.group_seq - b.group_seq);
}

export async function findOwnTrade(
  db: Db,
  { user_id, now }: { user_id: string; now: Date },
): Promise<{ takes_part: boolean; needs_me: number }> {
  const [row] = await db
    .select({ takes_part: takesPart(user_id), needs_me: needsOf(user_id, now) })
    .from(profiles)
    .where(eq(profiles.id, user_id));
  return { takes_part: row?.takes_part === 1, needs_me: row?.needs_me ?? 0 };
}

/** SQL value: how many payments, answers and hand-overs are due from the person. */
const needsOf = (user_id: string, now: Date) => sql<number>`(
  (select count(*) from ticket_requests as own join payments as paid on paid.request_id = own.id
    where own.buyer_id = ${user_id} and own.status = 'pending' and own.expires_at > ${now.getTime()}
      and paid.status = 'awaiting')
  + (select count(*) from ticket_requests as own left join payments as paid on paid.request_id = own.id
      left join handovers as due on due.request_id = own.id
    where own.seller_id = ${user_id} and (due.status = 'due' or own.status = 'pending' and own.answer is null
      and own.expires_at > ${now.getTime()} and coalesce(paid.status, 'authorized') = 'authorized')))`;

/**
 * SQL value: the buyer's name for a door list, otherwise the buyer's email address. Null unless the hand-over is `due`
 * or `delivered`. Always null for ticket files, because the buyer gets them from us.
 */
const receiver = sql<
  string | null
>`iif(${handovers.status} in ('due', 'delivered'), case ${listings.handover_kind} when 'file' then null
  when 'name_list' then (select named.display_name from profiles as named where named.id = ${ticketRequests.buyer_id})
  else (select ${authUsers.email} from ${authUsers} where ${authUsers.id} = ${ticketRequests.buyer_id}) end, null)`;

/** SQL condition: the request has no payment, or its card was authorized at some time. */
const isNotUnpaid = sql`coalesce(${payments.status} not in ('awaiting', 'failed'), 1)`;

/**
 * Query. If a request `isExpired`, its status is the seller's answer, or `expired` if there was no answer. Sellers do
 * not see unpaid requests.
 */
export function requestsAs(
  db: Db,
  { role, user_id, now, only }: { role: 'buyer' | 'seller'; user_id: string; now: Date; only?: SQL | undefined },
) {
  const { buyer_id, seller_id } = ticketRequests;
  const [own, other] = role === 'buyer' ? [buyer_id, seller_id] : [seller_id, buyer_id];
  return (
    db
      .select({
        ...getTableColumns(ticketRequests),
        status: sql<TicketRequestStatus>`case when ${isExpired(now)} then coalesce(${ticketRequests.answer}, 'expired')
          else ${ticketRequests.status} end`,
        role: sql<'buyer' | 'seller'>`${role}`.as('role'),
        event: named('event', ownEventColumns),
        other: {
          ...named('other', { display_name: profiles.display_name, badge_at: profiles.badge_at }),
          is_student_verified: isBadgeLive(now).as('other.is_student_verified'),
        },
        payment: paymentColumns,
        group: groupOfRequest(now),
        kind: listings.handover_kind,
        receiver: (role === 'seller' ? receiver : sql<string | null>`null`).as('receiver'),
      })
      .from(ticketRequests)
      .innerJoin(events, eq(events.id, ticketRequests.event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .innerJoin(profiles, eq(profiles.id, other))
      .leftJoin(payments, eq(payments.request_id, ticketRequests.id))
      .leftJoin(handovers, eq(handovers.request_id, payments.request_id))
      .leftJoin(payouts, eq(payouts.request_id, payments.request_id))
      // Only paid requests show how their tickets change hands, so the query reads no listing for other requests.
      .leftJoin(
        listings,
        sql`${listings.id} = iif(${handovers.request_id} is null, null, ${ticketRequests.listing_id})`,
      )
      .where(and(eq(own, user_id), only, role === 'seller' ? isNotUnpaid : undefined))
      .orderBy(desc(ticketRequests.created_at), lastFirst(ticketRequests))
      .limit(MOST)
  );
}
