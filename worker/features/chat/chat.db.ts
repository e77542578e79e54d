import { and, eq } from 'drizzle-orm';
import { isPublic } from '../../../drizzle/tables/event-public.ts';
import { events } from '../../../drizzle/tables/events.ts';
import { profiles } from '../../../drizzle/tables/profiles.ts';
import type { Db } from '../../context.ts';
import { eventNotFound } from '../../http/errors.ts';

const bySlug = (slug: string, now: Date) => and(eq(events.slug, slug), isPublic(now));

/** The id of a published event, which is also the name of its room. Reads one row. Throws `event.not_found`. */
export async function findRoom(db: Db, { slug, now }: { slug: string; now: Date }): Promise<string> {
  const [event] = await db.select({ id: events.id }).from(events).where(bySlug(slug, now));
  if (!event) throw eventNotFound();
  return event.id;
}

/** The event's id and the author's profile in one round trip of two rows. Throws `event.not_found`. */
export async function findRoomAndAuthor(db: Db, { slug, user_id, now }: { slug: string; user_id: string; now: Date }) {
  const [found] = await db
    .select({ event_id: events.id, display_name: profiles.display_name, is_student_verified: profiles.is_student_verified })
    .from(events)
    .leftJoin(profiles, eq(profiles.id, user_id))
    .where(bySlug(slug, now));
  if (!found) throw eventNotFound();
  const { event_id, display_name, is_student_verified } = found;
  return { event_id, author: { display_name, is_student_verified: is_student_verified ?? false } };
}
