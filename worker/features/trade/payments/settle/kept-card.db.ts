import { eq, type SQL, sql } from 'drizzle-orm';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import { areApart } from '../../../../../drizzle/tables/talk/blocks.ts';
import { keptCards } from '../../../../../drizzle/tables/trade/kept-cards.ts';
import { payments } from '../../../../../drizzle/tables/trade/money/payments.ts';
import { ticketRequests } from '../../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../../context.ts';

/** SQL value: the kept card that may pay for the ticket request immediately, as JSON. Null if there is none. */
export const keptCardOf = sql<string | null>`(select json_object('id', card.id, 'customer', card.customer_id,
    'method', card.method_id, 'until', w.wanted_until)
  from waitlist_offers as offer join waitlist as w on w.id = offer.entry_id
    join kept_cards as card on card.wanted_id = w.wanted_id and card.user_id = ${ticketRequests.buyer_id}
      and card.status = 'kept' and card.shown_start_at = ${payments.promised_start_at}
    join events as place on place.id = offer.event_id and place.venue_id = card.shown_venue_id
      and place.start_at = card.shown_start_at
  where offer.id = ${ticketRequests.id} and w.places = ${ticketRequests.quantity}
    and ${areApart(sql`${ticketRequests.buyer_id}`, sql`${ticketRequests.seller_id}`)}
    and ${payments.tickets_cents} + ${payments.buyer_fee_cents} <= w.most_cents * ${ticketRequests.quantity})`;

export interface KeptCardOfSale {
  id: string;
  customer: string;
  method: string;
  /** Until when the buyer looks for tickets, in UTC ms. */
  until: number;
}

export const endKeptCard = (db: Db, id: string) =>
  db.update(keptCards).set({ status: 'ended' }).where(eq(keptCards.id, id));

export const payBy = (db: Db, request_id: string, until: Date) =>
  db
    .update(ticketRequests)
    .set({ expires_at: until })
    .where(sql`${ticketRequests.id} = ${request_id} and ${ticketRequests.status} = 'pending'`);

export const payer = (userId: string): SQL =>
  sql`select ${authUsers.email} as email, ${authUsers.id} as user_id from ${authUsers}
    where ${authUsers.id} = ${userId} and ${authUsers.deleted_at} is null`;
