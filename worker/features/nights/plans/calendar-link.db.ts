import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { calendarLinks } from '../../../../drizzle/tables/nights/calendar-links.ts';
import type { Db } from '../../../context.ts';
import { calendarLinkDelete } from '../../../http/shared/nights/calendar-link.ts';

export async function findCalendarLink(db: Db, { user_id }: { user_id: string }): Promise<Date | null> {
  const [link] = await db
    .select({ created_at: calendarLinks.created_at })
    .from(calendarLinks)
    .where(eq(calendarLinks.user_id, user_id));
  return link?.created_at ?? null;
}

/** Stores a new calendar link. The person's old link stops working. */
export async function renewCalendarLink(
  db: Db,
  link: { user_id: string; token_hash: string; now: Date },
): Promise<void> {
  const { user_id, token_hash, now } = link;
  await db
    .insert(calendarLinks)
    .values({ user_id, token_hash, created_at: now })
    .onConflictDoUpdate({ target: calendarLinks.user_id, set: { token_hash, created_at: now } });
}

export async function deleteCalendarLink(db: Db, { user_id }: { user_id: string }): Promise<void> {
  await calendarLinkDelete(db, { user_id });
}

/** Returns undefined for an unknown link, and if the account is deleted or banned. */
export async function findCalendarOwner(db: Db, { token_hash, now }: { token_hash: string; now: Date }) {
  const [owner] = await db
    .select({ user_id: authUsers.id, email: authUsers.email })
    .from(calendarLinks)
    .innerJoin(authUsers, eq(authUsers.id, calendarLinks.user_id))
    .where(
      and(
        eq(calendarLinks.token_hash, token_hash),
        isNull(authUsers.deleted_at),
        or(isNull(authUsers.banned_until), lte(authUsers.banned_until, now)),
      ),
    );
  return owner;
}
