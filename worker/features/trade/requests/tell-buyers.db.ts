import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { namedOrNull } from '../../../../drizzle/tables/trade/money/payment-of-request.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { mailedEvent, mailedVenue } from '../listings/mailed-event.db.ts';
import { type ChangedEvent, runWrites, type Statement } from '../../../http/database/batch.ts';
import { endedStatus, isExpired } from './expire-requests.db.ts';
import { slugOfEvent } from '../listings/slug-of-event.db.ts';

/**
 * Ends requests whose answer is final, except requests that wait for their charge or their group. Returns the events
 * whose pages must be updated.
 */
export async function settleAnswers(db: Db, { now }: { now: Date }): Promise<ChangedEvent[]> {
  const rows = await db
    .update(ticketRequests)
    .set(endedStatus)
    .where(and(isNotNull(ticketRequests.answer), isExpired(now)))
    .returning({ id: ticketRequests.event_id, slug: slugOfEvent(ticketRequests.event_id) });
  return Array.from(new Map(rows.map(({ id, slug }) => [id, slug])), ([id, slug]) => ({ id, slug }));
}

export function findUntold(db: Db, { now, limit }: { now: Date; limit: number }) {
  return db
    .select({
      id: ticketRequests.id,
      status: ticketRequests.status,
      declined_at: ticketRequests.declined_at,
      is_group_broken: sql`exists (select 1 from ticket_requests as member
        where member.group_id = ${ticketRequests.group_id} and member.status in ('declined', 'expired'))`
        .mapWith(Boolean)
        .as('is_group_broken'),
      is_in_squad: sql`exists (select 1 from squad_cards as card where card.id = ${ticketRequests.id})`
        .mapWith(Boolean)
        .as('is_in_squad'),
      quantity: ticketRequests.quantity,
      price_cents: ticketRequests.offered_price_cents,
      name: profiles.display_name,
      is_open: sql<number>`(${takesPlace(now)} and not ${isOver(now)})`.mapWith(Boolean).as('is_open'),
      event: mailedEvent,
      venue: mailedVenue,
      payment: {
        ...namedOrNull('payment', {
          status: payments.status,
          tickets_cents: payments.tickets_cents,
          buyer_fee_cents: payments.buyer_fee_cents,
          authorized_at: payments.authorized_at,
          captured_at: payments.captured_at,
          promised_kind: payments.promised_kind,
        }),
        ...namedOrNull('payment', { due_at: handovers.due_at }),
      },
    })
    .from(ticketRequests)
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .innerJoin(profiles, eq(profiles.id, ticketRequests.buyer_id))
    .leftJoin(payments, eq(payments.request_id, ticketRequests.id))
    .leftJoin(handovers, eq(handovers.request_id, payments.request_id))
    .where(and(isNull(ticketRequests.told_at), ne(ticketRequests.status, 'pending')))
    .orderBy(asc(ticketRequests.created_at))
    .limit(limit);
}

export type UntoldRequest = Awaited<ReturnType<typeof findUntold>>[number];

/** Query for the buyer's `email` and `user_id`. Finds no row once the buyer was told or has deleted the account. */
export function buyerToTell(requestId: string) {
  return sql`select ${authUsers.email} as email, ${authUsers.id} as user_id from ${ticketRequests}
    join ${authUsers} on ${authUsers.id} = ${ticketRequests.buyer_id}
    where ${ticketRequests.id} = ${requestId} and ${ticketRequests.told_at} is null
      and ${authUsers.deleted_at} is null`;
}

/** One transaction, so that parallel runs mail nobody twice. */
export async function writeOutcomes(
  db: Db,
  { ids, mails, now }: { ids: readonly string[]; mails: readonly Statement[]; now: Date },
): Promise<void> {
  const told = db
    .update(ticketRequests)
    .set({ told_at: now })
    .where(
      and(
        inArray(ticketRequests.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
        isNull(ticketRequests.told_at),
      ),
    );
  await runWrites(db, [...mails, told]);
}
