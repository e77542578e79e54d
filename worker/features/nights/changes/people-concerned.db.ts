import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { type Notice, noticesInsert } from '../../../http/outbox/notices.ts';
import { contentInsert, mailsInsert } from '../../../http/outbox/outbox.ts';

/**
 * Query for the people who get news of an event, one row each. `user_id` is null without an account. `trades` is 1 for
 * buyers and sellers. `isDeletion` adds buyers who have not been told yet how their ticket request ended. An account
 * counts once, even if it joined the waitlist with an earlier address.
 */
function peopleConcerned(eventId: string, isDeletion: boolean): SQL {
  const account = sql`join auth_users u on u.deleted_at is null and u.email is not null and u.id`;
  const untold = isDeletion ? sql`or r.event_id = ${eventId} and r.status <> 'pending' and r.told_at is null` : sql``;
  const request = sql`r.event_id = ${eventId} and r.status in ('pending', 'accepted')`;
  return sql`select min(email) as email, max(user_id) as user_id, max(trades) as trades from (
      select lower(u.email) as key, u.email as email, u.id as user_id, 1 as trades
        from ticket_requests r ${account} = r.buyer_id where ${request} ${untold}
      union all
      select lower(u.email), u.email, u.id, 1 from ticket_requests r ${account} = r.seller_id where ${request}
      union all
      select lower(u.email), u.email, u.id, 0 from ticket_requests r
        join given_tickets g on g.request_id = r.id and g.ended_at is null ${account} = g.friend_id
        where r.event_id = ${eventId} and r.status = 'accepted'
      union all
      select lower(u.email), u.email, u.id, 1 from listings l ${account} = l.seller_id
        where l.event_id = ${eventId} and l.status in ('draft', 'pending_review', 'active', 'reserved', 'sold')
      union all
      select coalesce(lower(u.email), w.email_key), coalesce(u.email, w.email), u.id, 0
        from waitlist w left ${account} = w.applicant_id
        where w.event_id = ${eventId} and w.status <> 'declined' and w.confirmed_at is not null
    ) group by key`;
}

/** At most this many pieces of news about one event go out in 24 hours. A cancellation is always sent. */
const NEWS_A_DAY = 3;

/** SQL expression: when news can be sent again, or null if the limit is not reached. */
export function newsUsedUpUntil(eventId: AnySQLiteColumn, now: Date): SQL<Date | null> {
  // Each piece of news has two contents. Their ids, `<event id>:<uuid>`, sort between `<event id>:` and `<event id>;`.
  return sql<Date | null>`(select c.created_at + ${DAY} from mail_contents c where c.id > ${eventId} || ':'
    and c.id < ${eventId} || ';'
    and c.created_at > ${now.getTime() - DAY} order by c.created_at desc limit 1 offset ${2 * NEWS_A_DAY - 1})`;
}

/** Mails everyone if `only` holds. Content ids begin with the event's id, so that the event's news can be counted. */
export function mailEveryone(
  db: Db,
  {
    event_id,
    sealed,
    only,
    now,
    is_deletion = false,
  }: { event_id: string; sealed: { trader: string; waiter: string }; only: SQL; now: Date; is_deletion?: boolean },
): Statement[] {
  const [trader, waiter] = [`${event_id}:${crypto.randomUUID()}`, `${event_id}:${crypto.randomUUID()}`];
  return [
    contentInsert(db, { id: trader, sealed: sealed.trader, created_at: now, only }),
    contentInsert(db, { id: waiter, sealed: sealed.waiter, created_at: now, only }),
    mailsInsert(db, {
      mail: {
        id: sql`lower(hex(randomblob(16)))`,
        recipient: sql`person.email`,
        content_id: sql`iif(person.trades = 1, ${trader}, ${waiter})`,
        retry_at: now,
        created_at: now,
      },
      from: sql`from (${peopleConcerned(event_id, is_deletion)}) person where ${only}`,
    }),
  ];
}

/** Buyers and sellers get one kind of notification, and everyone else gets another. */
export function notifyEveryone(
  db: Db,
  { event_id, notice, only, now }: { event_id: string; notice: Omit<Notice, 'kind'>; only: SQL; now: Date },
): Statement[] {
  const to = (trades: 0 | 1) =>
    sql`select user_id from (${peopleConcerned(event_id, false)}) person where person.trades = ${trades} and ${only}`;
  return [
    noticesInsert(db, { to: to(1), notice: { ...notice, kind: 'handover' }, now }),
    noticesInsert(db, { to: to(0), notice: { ...notice, kind: 'waitlist' }, now }),
  ];
}
