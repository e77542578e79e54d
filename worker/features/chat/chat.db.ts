import { and, eq } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/events.ts';
import { profiles } from '../../../drizzle/tables/profiles.ts';
import type { Db } from '../../context.ts';
import { eventNotFound } from '../../http/errors.ts';

const bySlug = (slug: string) => and(eq(events.slug, slug), eq(events.is_published, true));

/** The id of a published event, which is also the name of its room. Reads one row. Throws `event.not_found`. */
export async function findRoom(db: Db, { slug }: { slug: string }): Promise<string> {
  const [event] = await db.select({ id: events.id }).from(events).where(bySlug(slug));
  if (!event) throw eventNotFound();
  return event.id;
}

/** The event's id and the author's profile in one round trip of two rows. Throws `event.not_found`. */
export async function findRoomAndAuthor(db: Db, { slug, user_id }: { slug: string; user_id: string }) {
  const [found] = await db
    .select({ event_id: events.id, display_name: profiles.display_name, is_student_verified: profiles.is_student_verified })
    .from(events)
    .leftJoin(profiles, eq(profiles.id, user_id))
    .where(bySlug(slug));
  if (!found) throw eventNotFound();
  const { event_id, display_name, is_student_verified } = found;
  return { event_id, author: { display_name, is_student_verified: is_student_verified ?? false } };
}
