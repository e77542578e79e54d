import { and, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { resellerApplications } from '../../../../drizzle/tables/people/reseller-applications.ts';
import { isBadgeLive } from '../../../../drizzle/tables/people/badge.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { ResellerStatus, WaitlistStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { datesOf } from '../../../contract/nights/events/event-dates.ts';
import type { PageCursor } from '../../../contract/paging.ts';

const person = <T extends typeof waitlist | typeof resellerApplications>(table: T, now: Date) => ({
  id: table.id as T['id'],
  name: table.name as T['name'],
  email: table.email as T['email'],
  phone: table.phone as T['phone'],
  instagram: table.instagram as T['instagram'],
  school: table.school as T['school'],
  status: table.status as T['status'],
  note: table.note as T['note'],
  has_account: sql`${profiles.id} is not null`.mapWith(Boolean),
  has_badge: isBadgeLive(now),
  badge_at: sql`iif(${isBadgeLive(now)}, ${profiles.badge_at}, null)`.mapWith(profiles.badge_at),
  created_at: table.created_at as T['created_at'],
  updated_at: table.updated_at as T['updated_at'],
  undo_until: table.tell_at as T['tell_at'],
});

interface Page<S> {
  now: Date;
  cursor?: PageCursor | undefined;
  limit: number;
  status?: S | undefined;
  email?: string | undefined;
}

const pageOf = <S extends string>(
  table: typeof waitlist | typeof resellerApplications,
  { cursor, status, email }: Page<S>,
) =>
  and(
    cursor && sql`(${table.created_at}, ${table.id}) < (${cursor.at.getTime()}, ${cursor.id})`,
    status && sql`${table.status} = ${status}`,
    email ? sql`substr(lower(${table.email}), 1, ${email.length}) = ${email}` : undefined,
  );

const entryColumns = (now: Date) => ({
  ...person(waitlist, now),
  places: waitlist.places,
  confirmed_at: waitlist.confirmed_at,
  event_id: waitlist.event_id,
  event: named('event', { title: events.title, slug: events.slug, start_at: events.start_at }),
});

/** An `event_id` of `none` means the waitlist of Vouch itself. `when` limits the dates of the events. */
export function findWaitlist(
  db: Db,
  { event_id, when, ...page }: Page<WaitlistStatus> & { event_id?: string | undefined; when?: string | undefined },
) {
  const dates = when === undefined ? null : datesOf(when, page.now);
  const ofDates = dates
    ? and(gte(events.start_at, new Date(dates.from)), lt(events.start_at, new Date(dates.to)))
    : undefined;
  const ofEvent =
    event_id === 'none' ? isNull(waitlist.event_id) : event_id ? eq(waitlist.event_id, event_id) : undefined;
  return db
    .select(entryColumns(page.now))
    .from(waitlist)
    .leftJoin(events, eq(events.id, waitlist.event_id))
    .leftJoin(profiles, eq(profiles.id, waitlist.applicant_id))
    .where(and(ofEvent, ofDates, pageOf(waitlist, page)))
    .orderBy(desc(waitlist.created_at), desc(waitlist.id))
    .limit(page.limit);
}

export function findApplications(db: Db, page: Page<ResellerStatus>) {
  return db
    .select(person(resellerApplications, page.now))
    .from(resellerApplications)
    .leftJoin(profiles, eq(profiles.id, resellerApplications.applicant_id))
    .where(pageOf(resellerApplications, page))
    .orderBy(desc(resellerApplications.created_at), desc(resellerApplications.id))
    .limit(page.limit);
}

export async function findEntry(db: Db, { id, now }: { id: string; now: Date }) {
  const [entry] = await db
    .select(entryColumns(now))
    .from(waitlist)
    .leftJoin(events, eq(events.id, waitlist.event_id))
    .leftJoin(profiles, eq(profiles.id, waitlist.applicant_id))
    .where(eq(waitlist.id, id));
  return entry ?? null;
}

export async function findApplication(db: Db, { id, now }: { id: string; now: Date }) {
  const [application] = await db
    .select(person(resellerApplications, now))
    .from(resellerApplications)
    .leftJoin(profiles, eq(profiles.id, resellerApplications.applicant_id))
    .where(eq(resellerApplications.id, id));
  return application ?? null;
}
