import { eq, sql } from 'drizzle-orm';
import { isOver } from '../../../drizzle/tables/event-over.ts';
import { events } from '../../../drizzle/tables/events.ts';
import { waitlist } from '../../../drizzle/tables/waitlist.ts';
import type { Db } from '../../context.ts';
import { emailKey } from '../../contract/people.ts';
import type { JoinWaitlist } from '../../contract/waitlist.ts';
import { eventNotFound, waitlistClosed } from '../../http/errors.ts';
import { insertFrom } from '../../http/insert-from.ts';

/**
 * Adds a person to the waitlist of an event, or of the product. One round trip: the insert carries its own condition, and the unique index
 * makes a repeat change nothing. Throws `event.not_found`, or `waitlist.closed` if the event is over.
 */
export async function joinWaitlist(db: Db, { entry, now }: { entry: JoinWaitlist; now: Date }): Promise<void> {
  const { event_id = null, ...person } = entry;
  const isOpen = sql`${events.is_published} = 1 and not ${isOver(now)}`;
  const insert = insertFrom(db, waitlist, {
    row: { ...person, event_id, email_key: emailKey(person.email), created_at: now, updated_at: now },
    from: sql`where ${event_id} is null or exists (select 1 from ${events} where ${events.id} = ${event_id} and ${isOpen})`,
  }).onConflictDoNothing();
  const found = db
    .select({ is_published: events.is_published, is_open: sql<number>`${isOpen}` })
    .from(events)
    .where(eq(events.id, event_id ?? ''));
  const [, [event]] = await db.batch([insert, found]);
  if (event_id === null) return;
  if (!event?.is_published) throw eventNotFound();
  if (!event.is_open) throw waitlistClosed();
}
