import { eq, getTableColumns, sql } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/events.ts';
import { waitlist, type WaitlistEntry } from '../../../drizzle/tables/waitlist.ts';
import type { Db } from '../../context.ts';
import { OPEN_END_MS } from '../../contract/event-hours.ts';
import { emailKey } from '../../contract/people.ts';
import type { JoinWaitlist } from '../../contract/waitlist.ts';
import { eventNotFound, waitlistClosed } from '../../http/errors.ts';

/**
 * Puts a person on the waitlist of an event, or of the product. One round trip: the insert carries its own condition, and the
 * unique index makes a repeat change nothing. Throws `event.not_found`, or `waitlist.closed` once the night is over.
 */
export async function joinWaitlist(db: Db, { entry, now }: { entry: JoinWaitlist; now: Date }): Promise<void> {
  const { event_id = null, ...person } = entry;
  const isOpen = sql`is_published = 1 and coalesce(end_at, start_at + ${OPEN_END_MS}) > ${now.getTime()}`;
  const row = {
    id: crypto.randomUUID(),
    event_id,
    name: person.name,
    email: person.email,
    email_key: emailKey(person.email),
    phone: person.phone,
    instagram: person.instagram,
    school: person.school,
    status: 'pending',
    note: null,
    created_at: now.getTime(),
    updated_at: now.getTime(),
  } satisfies Record<keyof WaitlistEntry, string | number | null>;
  const values = Object.keys(getTableColumns(waitlist)).map((column) => sql`${row[column as keyof WaitlistEntry]}`);
  const insert = db
    .insert(waitlist)
    .select(
      sql`select ${sql.join(values, sql`, `)} where ${event_id} is null or exists (select 1 from ${events} where id = ${event_id} and ${isOpen})`,
    )
    .onConflictDoNothing();
  const found = db
    .select({ is_published: events.is_published, is_open: sql<number>`${isOpen}` })
    .from(events)
    .where(eq(events.id, event_id ?? ''));
  const [, [event]] = await db.batch([insert, found]);
  if (event_id === null) return;
  if (!event?.is_published) throw eventNotFound();
  if (!event.is_open) throw waitlistClosed();
}
