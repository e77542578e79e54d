import { type SQL, sql } from 'drizzle-orm';
import { isOverForBuyer, passVoid } from '../../../../drizzle/tables/door/pass-void.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { noticesInsert } from '../../../http/outbox/notices.ts';

interface News {
  request_id: string;
  event: { title: string };
  /** Identifies the reason for the news, such as one dispute. A friend gets each of the two notices once per cause. */
  cause: string;
  now: Date;
}

const friendsOf = ({ request_id, now }: News, only: SQL) => sql`select given.friend_id as user_id
  from given_tickets as given join ${ticketRequests} on ${ticketRequests.id} = given.request_id
    join ${payments} on ${payments.request_id} = ${ticketRequests.id}
    join ${events} on ${events.id} = ${ticketRequests.event_id}
    left join ${handovers} on ${handovers.request_id} = ${ticketRequests.id}
  where given.request_id = ${request_id} and given.ended_at is null and not ${isOverForBuyer(now)} and ${only}`;

/**
 * Tells friends that their ticket does not work now, or works again. Gives no reason, because the buyer's payment is
 * private. Leaves out cancelled events, because friends hear of those like everybody else.
 */
export function friendNotices(db: Db, news: News) {
  const { event, cause, now } = news;
  const about = { kind: 'handover', path: '/my-tickets' } as const;
  return [
    noticesInsert(db, {
      to: friendsOf(news, sql`${passVoid} <> 'cancelled'`),
      notice: {
        ...about,
        title: 'Your ticket from a friend doesn’t work now',
        body: `For ${event.title}. Ask the friend who gave it to you why.`,
        cause: `${cause}:lost`,
      },
      now,
    }),
    noticesInsert(db, {
      to: friendsOf(
        news,
        sql`${passVoid} is null and exists (select 1 from notifications as told where told.user_id = given.friend_id
          and told.cause = ${`${cause}:lost`})`,
      ),
      notice: {
        ...about,
        title: 'Your ticket from a friend works again',
        body: `For ${event.title}. You’ll find it in My tickets.`,
        cause: `${cause}:back`,
      },
      now,
    }),
  ];
}
