import { type SQL, sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { GIVEN_ENDS } from '../../handover-vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { profiles } from '../people/profiles.ts';
import { payments } from '../trade/money/payments.ts';

/**
 * A bought ticket that its buyer gives to a friend. The friend accepts it by a link. `token_hash` is the hash of the
 * link's token. `position` counts the tickets of a ticket request from 1. If `to_id` is set, only the person with this
 * id can accept. The friend holds the ticket from `accepted_at` until `ended_at`, and can pass it back. The buyer can
 * take it back until the friend opens it (`opened_at`). Problems, refunds and the payout still concern only the buyer
 * and the seller.
 */
export const givenTickets = sqliteTable(
  'given_tickets',
  {
    id: uuidKey(),
    request_id: text()
      .notNull()
      .references(() => payments.request_id),
    position: integer().notNull(),
    token_hash: text().notNull().unique(),
    to_id: text().references(() => profiles.id, { onDelete: 'cascade' }),
    friend_id: text().references(() => profiles.id),
    accepted_at: instant(),
    opened_at: instant(),
    ended_at: instant(),
    ended_by: text({ enum: GIVEN_ENDS }),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('given_tickets_live')
      .on(t.request_id, t.position)
      .where(sql`ended_at is null`),
    // A friend needs only one ticket of a request.
    uniqueIndex('given_tickets_friend')
      .on(t.request_id, t.friend_id)
      .where(sql`ended_at is null and friend_id is not null`),
    index('given_tickets_of_friend')
      .on(t.friend_id, t.ended_at)
      .where(sql`friend_id is not null`),
    index('given_tickets_request').on(t.request_id),
    check('given_tickets_position', sql`position between 1 and 20`),
    check('given_tickets_accepted', sql`(friend_id is null) = (accepted_at is null)`),
    check('given_tickets_opened', sql`opened_at is null or accepted_at is not null`),
    check('given_tickets_ended', sql`(ended_at is null) = (ended_by is null)`),
    check('given_tickets_end_known', sql`ended_by is null or ${oneOf(t.ended_by, GIVEN_ENDS)}`),
  ],
);

/** SQL condition: the person is the friend who holds the ticket or, if no friend holds it, the buyer. */
export function holdsTicket({ request_id, position, user_id }: { request_id: SQL; position: SQL; user_id: string }) {
  const given = sql`select 1 from given_tickets as given where given.request_id = ${request_id}
    and given.position = ${position} and given.ended_at is null`;
  return sql<number>`(exists (${given} and given.friend_id = ${user_id})
    or exists (select 1 from ticket_requests as bought where bought.id = ${request_id} and bought.buyer_id = ${user_id})
      and not exists (${given} and given.friend_id is not null))`;
}
