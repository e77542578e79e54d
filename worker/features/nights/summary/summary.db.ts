import { sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import type { Db } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { fromNewYork, newYorkDate } from '../../../contract/time/new-york-time.ts';

/** `waitlist_today` counts from midnight in New York. */
export interface Summary {
  events_live: number;
  waitlist_today: number;
  waitlist_waiting: number;
  applications_waiting: number;
  requests_pending: number;
  /** Events without a face value where someone wants to sell. */
  face_values_missing: number;
  reports_open: number;
  ingest_errors: number;
  /** Outgoing messages. `messages_sent` and `messages_dead` count only messages written in the last 24 hours. */
  messages_sent: number;
  messages_waiting: number;
  messages_dead: number;
  /** Refunds, problems and disputes that need a person. */
  money_waiting: number;
  /** Whether the switch `payments` is on, or any payment is stored. */
  has_money: boolean;
}

/** One round trip. Each count uses an index. */
export async function countToday(db: Db, { now }: { now: Date }): Promise<Summary> {
  const at = now.getTime();
  const midnight = fromNewYork(Date.parse(`${newYorkDate(now)}T00:00:00Z`));
  const { has_money, ...counts } = await db.get<Omit<Summary, 'has_money'> & { has_money: number }>(sql`select
    (select count(*) from events where ${takesPlace(now)} and start_at >= ${at - DAY}
      and not ${isOver(now)}) as events_live,
    (select count(*) from waitlist where created_at >= ${midnight} and confirmed_at is not null) as waitlist_today,
    (select count(*) from waitlist where status = 'pending' and confirmed_at is not null) as waitlist_waiting,
    (select count(*) from reseller_applications where status = 'pending') as applications_waiting,
    (select count(*) from ticket_requests where status = 'pending') as requests_pending,
    (select count(distinct asked.event_id) from face_value_asks asked join events on events.id = asked.event_id
      where ticket_price_cents is null and not ${isOver(now)}) as face_values_missing,
    (select count(distinct message_id) from chat_reports where status = 'open') as reports_open,
    (select count(*) from ingest_deliveries where received_at >= ${at - DAY}
      and (status >= 400 or failed > 0)) as ingest_errors,
    (select count(*) from outbox where status = 'sent' and created_at >= ${at - DAY}) as messages_sent,
    (select count(*) from outbox where status = 'pending') as messages_waiting,
    (select count(*) from outbox where status = 'dead' and created_at >= ${at - DAY}) as messages_dead,
    (select count(*) from refunds where status in ('asked', 'due', 'stuck') and status <> 'due')
      + (select count(*) from handovers where ended_at is null and status = 'problem')
      + (select count(*) from disputes where status = 'open' and evidence_sent_at is null) as money_waiting,
    (exists (select 1 from payments) or exists (select 1 from launch_switches where feature = 'payments'
      and is_on = 1)) as has_money`);
  return { ...counts, has_money: has_money === 1 };
}
