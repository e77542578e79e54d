import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isBadgeLive } from '../../../../drizzle/tables/people/badge.ts';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { organizes } from '../../../../drizzle/tables/nights/event-rights.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Actor, Db } from '../../../context.ts';
import { eventNotFound } from '../../../http/answers/errors.ts';

const bySlug = (slug: string, now: Date) => and(eq(events.slug, slug), isPublic(now));

/** Returns the id of a public event, which is also the name of its room. Reads one row. Throws `event.not_found`. */
export async function findRoom(db: Db, { slug, now }: { slug: string; now: Date }): Promise<string> {
  const [event] = await db.select({ id: events.id }).from(events).where(bySlug(slug, now));
  if (!event) throw eventNotFound();
  return event.id;
}

/**
 * `blocked` lists the mentioned people whom the author has blocked. It does not tell who has blocked the author. Throws
 * `event.not_found`.
 */
export async function findRoomAndAuthor(
  db: Db,
  {
    slug,
    actor,
    now,
    mentions = [],
  }: { slug: string; actor: Actor; now: Date; mentions?: readonly string[] | undefined },
) {
  const [found] = await db
    .select({
      event_id: events.id,
      title: events.title,
      display_name: profiles.display_name,
      is_student_verified: isBadgeLive(now),
      is_staff: managesChat(actor),
      blocked: blockedAmong(actor.user_id, mentions),
    })
    .from(events)
    .leftJoin(profiles, eq(profiles.id, actor.user_id))
    .where(bySlug(slug, now));
  if (!found) throw eventNotFound();
  const { event_id, title, display_name, is_student_verified, is_staff } = found;
  const blocked = JSON.parse(found.blocked) as string[];
  return { event_id, title, author: { display_name, is_student_verified }, is_staff, blocked };
}

export async function findName(db: Db, { user_id }: { user_id: string }): Promise<string | null> {
  const [found] = await db
    .select({ display_name: profiles.display_name })
    .from(profiles)
    .where(eq(profiles.id, user_id));
  return found?.display_name ?? null;
}

export function managesChat({ role, user_id }: Actor): SQL<boolean> {
  if (role === 'organizer') return sql`${organizes(user_id)}`.mapWith(Boolean);
  return sql`${role === 'admin' ? 1 : 0}`.mapWith(Boolean);
}

/** SQL value: a JSON array of the ids in `others` that belong to people whom `userId` has blocked. */
function blockedAmong(userId: string, others: readonly string[]): SQL<string> {
  if (others.length === 0) return sql<string>`'[]'`;
  const ids = sql.join(
    others.map((id) => sql`${id}`),
    sql`, `,
  );
  return sql<string>`(select json_group_array(blocked_id) from blocks where blocker_id = ${userId}
    and blocked_id in (${ids}))`;
}
