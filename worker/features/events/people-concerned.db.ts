import { type SQL, sql } from 'drizzle-orm';
import { mailContents } from '../../../drizzle/tables/mail-contents.ts';
import { outbox } from '../../../drizzle/tables/outbox.ts';
import type { Db } from '../../context.ts';
import type { Statement } from '../../http/batch.ts';
import { insertFrom } from '../../http/insert-from.ts';

/**
 * A query for the people whom an event concerns, one row for each person: `email`, and `trades`, which is 1 for buyers and sellers. They
 * wait for it, have a pending or accepted request, have received one, or sell tickets there. An account counts once, also if it is on the
 * waitlist with an earlier address.
 */
function peopleConcerned(eventId: string): SQL {
  const account = sql`join auth_users u on u.deleted_at is null and u.email is not null and u.id`;
  const request = sql`r.event_id = ${eventId} and r.status in ('pending', 'accepted')`;
  return sql`select min(email) as email, max(trades) as trades from (
      select lower(u.email) as key, u.email as email, 1 as trades from ticket_requests r ${account} = r.buyer_id where ${request}
      union all
      select lower(u.email), u.email, 1 from ticket_requests r ${account} = r.seller_id where ${request}
      union all
      select lower(u.email), u.email, 1 from listings l ${account} = l.seller_id
        where l.event_id = ${eventId} and l.status in ('draft', 'pending_review', 'active', 'reserved', 'sold')
      union all
      select coalesce(lower(u.email), w.email_key), coalesce(u.email, w.email), 0 from waitlist w left ${account} = w.applicant_id
        where w.event_id = ${eventId} and w.status <> 'declined'
    ) group by key`;
}

/**
 * The statements that write one mail to each person whom an event concerns, under a condition. The two encrypted contents are stored once.
 * The rows are due at once: the next run of the cron sends them to the queue.
 */
export function mailEverybody(
  db: Db,
  { event_id, sealed, only, now }: { event_id: string; sealed: { trader: string; waiter: string }; only: SQL; now: Date },
): Statement[] {
  const [trader, waiter] = [crypto.randomUUID(), crypto.randomUUID()];
  return [
    db.insert(mailContents).values([
      { id: trader, sealed: sealed.trader, created_at: now },
      { id: waiter, sealed: sealed.waiter, created_at: now },
    ]),
    insertFrom(db, outbox, {
      row: {
        id: sql`lower(hex(randomblob(16)))`,
        channel: 'email',
        recipient: sql`person.email`,
        content_id: sql`iif(person.trades = 1, ${trader}, ${waiter})`,
        retry_at: now,
        created_at: now,
      },
      from: sql`from (${peopleConcerned(event_id)}) person where ${only}`,
    }),
  ];
}
