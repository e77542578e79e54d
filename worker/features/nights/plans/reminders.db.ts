import { eq, lt, sql, type SQL } from 'drizzle-orm';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { reminderOptOuts, reminders } from '../../../../drizzle/tables/nights/reminders.ts';
import { savedEvents } from '../../../../drizzle/tables/nights/saved-events.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { toldStatus } from '../../../../drizzle/tables/trade/told-status.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { mailNoticesInsert, type Notice } from '../../../http/outbox/notices.ts';
import { mailsInsert } from '../../../http/outbox/outbox.ts';

/** A New York date with its first instant and its end, in UTC ms. */
export interface Day {
  day: string;
  from: number;
  to: number;
}

export interface DuePerson {
  user_id: string;
  email: string;
  name: string | null;
}

export type Reason = 'ticket' | 'waitlist' | 'saved';

/** `start_at` is UTC ms. */
export interface DueEvent {
  user_id: string;
  reason: Reason;
  title: string;
  slug: string;
  start_at: number;
  venue_name: string;
  venue_city: string;
}

/**
 * SQL query: each person's events of the day. A waitlist entry belongs to its account or, if it has no account, to the
 * owner of its address.
 */
function planned({ from, to }: Day, now: Date): SQL {
  const ofDay = sql`${events.start_at} >= ${from} and ${events.start_at} < ${to} and ${takesPlace(now)}`;
  // A decision that can still be undone is not announced yet.
  const isTold = sql`${waitlist.status} = 'accepted' and ${toldStatus(waitlist, now)} = 'accepted'`;
  return sql`select ${ticketRequests.buyer_id} as user_id, ${events.id} as event_id, 'ticket' as reason
      from ${events} join ${ticketRequests} on ${ticketRequests.event_id} = ${events.id}
        and ${ticketRequests.status} = 'accepted' where ${ofDay}
    union select ${waitlist.applicant_id}, ${events.id}, 'waitlist'
      from ${events} join ${waitlist} on ${waitlist.event_id} = ${events.id} and ${isTold}
      where ${ofDay} and ${waitlist.applicant_id} is not null
    union select account.id, ${events.id}, 'waitlist'
      from ${events} join ${waitlist} on ${waitlist.event_id} = ${events.id} and ${isTold}
      join auth_users account on lower(account.email) = ${waitlist.email_key} and account.email is not null
        and account.deleted_at is null
        and account.email_confirmed_at is not null
      where ${ofDay} and ${waitlist.applicant_id} is null
    union select ${savedEvents.user_id}, ${events.id}, 'saved'
      from ${events} join ${savedEvents} on ${savedEvents.event_id} = ${events.id} where ${ofDay}`;
}

/**
 * Finds people with plans for the day. Leaves out people who have no confirmed address, are banned, have turned
 * reminders off, or already have a reminder for the day.
 */
export function findDuePeople(
  db: Db,
  { day, now, limit }: { day: Day; now: Date; limit: number },
): Promise<DuePerson[]> {
  return db.all<DuePerson>(sql`select distinct plan.user_id as user_id, person.email as email,
    ${profiles.display_name} as name
    from (${planned(day, now)}) plan join auth_users person on person.id = plan.user_id
      join ${profiles} on ${profiles.id} = plan.user_id
    where person.email is not null and person.email_confirmed_at is not null and person.deleted_at is null
      and coalesce(person.banned_until, 0) <= ${now.getTime()}
      and not exists (select 1 from ${reminderOptOuts} where ${reminderOptOuts.user_id} = plan.user_id)
      and not exists (select 1 from ${reminders} where ${reminders.day} = ${day.day}
        and ${reminders.user_id} = plan.user_id)
    order by plan.user_id limit ${limit}`);
}

export function findDueEvents(
  db: Db,
  { day, now, people }: { day: Day; now: Date; people: readonly DuePerson[] },
): Promise<DueEvent[]> {
  const ids = JSON.stringify(people.map(({ user_id }) => user_id));
  return db.all<DueEvent>(sql`select plan.user_id as user_id, plan.reason as reason, ${events.title} as title,
    ${events.slug} as slug,
      ${events.start_at} as start_at, ${venues.name} as venue_name, ${venues.city} as venue_city
    from (${planned(day, now)}) plan join ${events} on ${events.id} = plan.event_id
      join ${venues} on ${venues.id} = ${events.venue_id}
    where plan.user_id in (select value from json_each(${ids})) order by ${events.start_at}, ${events.id}`);
}

/** `sealed` is the encrypted mail. */
interface NewReminder {
  outbox_id: string;
  user_id: string;
  email: string;
  sealed: string;
  notice: Notice;
}

/** Each person gets one reminder per day, even if two cron jobs overlap. An unsent mail expires when the day begins. */
export async function writeReminders(
  db: Db,
  { day, now, mails }: { day: Day; now: Date; mails: readonly NewReminder[] },
): Promise<void> {
  const written = JSON.stringify(
    mails.map(({ outbox_id, user_id, email, sealed }) => ({ outbox_id, user_id, email, sealed })),
  );
  const value = (name: keyof NewReminder) => sql<string>`mail.value ->> ${name}`;
  const from = sql`from json_each(${written}) mail`;
  await db.batch([
    insertFrom(db, reminders, {
      row: { day: day.day, user_id: value('user_id'), outbox_id: value('outbox_id'), created_at: now },
      from: sql`${from} where true`,
    }).onConflictDoNothing(),
    mailsInsert(db, {
      mail: {
        id: value('outbox_id'),
        recipient: value('email'),
        sealed: value('sealed'),
        expires_at: new Date(day.from),
        retry_at: now,
        created_at: now,
      },
      from: sql`${from} join ${reminders} on ${reminders.day} = ${day.day}
        and ${reminders.user_id} = ${value('user_id')} and ${reminders.outbox_id} = ${value('outbox_id')}`,
    }),
    mailNoticesInsert(db, {
      notices: mails.map(({ user_id, outbox_id, notice }) => ({ ...notice, user_id, outbox_id })),
      now,
    }),
  ]);
}

/** Deletes up to 1,000 rows. `before` is `yyyy-mm-dd`. */
export async function forgetReminders(db: Db, { before }: { before: string }): Promise<void> {
  await deleteSome(db, reminders, lt(reminders.day, before));
}

export async function wantsReminders(db: Db, { user_id }: { user_id: string }): Promise<boolean> {
  return (await db.$count(reminderOptOuts, eq(reminderOptOuts.user_id, user_id))) === 0;
}

/** Does nothing for a repeat or an unknown account. */
export async function setReminders(
  db: Db,
  { user_id, wants, now }: { user_id: string; wants: boolean; now: Date },
): Promise<void> {
  if (wants) await db.delete(reminderOptOuts).where(eq(reminderOptOuts.user_id, user_id));
  else {
    await insertFrom(db, reminderOptOuts, {
      row: { user_id: profiles.id, created_at: now },
      from: sql`from ${profiles} where ${profiles.id} = ${user_id}`,
    }).onConflictDoNothing();
  }
}
