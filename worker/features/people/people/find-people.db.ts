import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { authFactors } from '../../../../drizzle/tables/people/auth-factors.ts';
import { authIdentities } from '../../../../drizzle/tables/people/auth-identities.ts';
import { authSessions } from '../../../../drizzle/tables/people/auth-sessions.ts';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Role } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import type { ListPeople } from '../../../contract/people/admin-people.ts';
import { notFound } from '../../../http/answers/errors.ts';

/** The flag `is_admin` on the account overrides the role in the profile. */
export const effectiveRole = sql<Role>`case when json_extract(${authUsers.app_metadata}, '$.is_admin') is true
  then 'admin'
  else coalesce(${profiles.role}, 'user') end`;

const columns = {
  id: authUsers.id,
  email: authUsers.email,
  phone: authUsers.phone,
  created_at: authUsers.created_at,
  last_sign_in_at: authUsers.last_sign_in_at,
  banned_until: authUsers.banned_until,
  display_name: profiles.display_name,
  school: profiles.school,
  badge_at: profiles.badge_at,
  is_student_verified: sql<boolean>`coalesce(${profiles.is_student_verified},
    0)`
    .mapWith(Boolean)
    .as('is_student_verified'),
  role: effectiveRole.as('effective_role'),
};

/**
 * Finds a page of accounts, newest first. Without `q` and `role`, it reads two rows per account. With them, it may read
 * all accounts.
 */
export function findPeople(db: Db, { cursor, limit, q, role }: ListPeople) {
  return db
    .select(columns)
    .from(authUsers)
    .leftJoin(profiles, eq(profiles.id, authUsers.id))
    .where(
      and(
        isNull(authUsers.deleted_at),
        cursor && sql`(${authUsers.created_at}, ${authUsers.id}) < (${cursor.at.getTime()}, ${cursor.id})`,
        role && holdsRole(db, role),
        q ? matches(q) : undefined,
      ),
    )
    .orderBy(desc(authUsers.created_at), desc(authUsers.id))
    .limit(limit);
}

const holdsRole = (db: Db, role: Role) =>
  or(
    inArray(authUsers.id, db.select({ id: profiles.id }).from(profiles).where(eq(profiles.role, role))),
    role === 'admin' ? sql`json_extract(${authUsers.app_metadata}, '$.is_admin') is true` : undefined,
  );

const matches = (q: string) =>
  or(
    eq(authUsers.id, q),
    sql`substr(${authUsers.email}, 1, ${q.length}) = ${q.toLowerCase()}`,
    sql`instr(lower(${profiles.display_name}), ${q.toLowerCase()}) > 0`,
  );

export const sellingAt = (db: Db, userId: string) =>
  db
    .selectDistinct({ slug: events.slug })
    .from(listings)
    .innerJoin(events, eq(events.id, listings.event_id))
    .where(and(eq(listings.seller_id, userId), eq(listings.status, 'active')));

export async function findSellingAt(db: Db, { id }: { id: string }): Promise<string[]> {
  return (await sellingAt(db, id)).map(({ slug }) => slug);
}

/** Throws `request.not_found`. One round trip. */
export async function findPerson(db: Db, { id }: { id: string }) {
  const [[person], sessions, identities, factors] = await db.batch([
    db
      .select({
        ...columns,
        email_confirmed_at: authUsers.email_confirmed_at,
        phone_confirmed_at: authUsers.phone_confirmed_at,
        has_password: sql<boolean>`${authUsers.password_hash} is not null`.mapWith(Boolean).as('has_password'),
        is_anonymous: authUsers.is_anonymous,
      })
      .from(authUsers)
      .leftJoin(profiles, eq(profiles.id, authUsers.id))
      .where(and(eq(authUsers.id, id), isNull(authUsers.deleted_at))),
    db
      .select({
        id: authSessions.id,
        aal: authSessions.aal,
        user_agent: authSessions.user_agent,
        ip: authSessions.ip,
        refreshed_at: authSessions.refreshed_at,
        created_at: authSessions.created_at,
      })
      .from(authSessions)
      .where(eq(authSessions.user_id, id))
      .orderBy(desc(authSessions.created_at)),
    db
      .select({
        id: authIdentities.id,
        provider: authIdentities.provider,
        email: authIdentities.email,
        last_sign_in_at: authIdentities.last_sign_in_at,
        created_at: authIdentities.created_at,
      })
      .from(authIdentities)
      .where(eq(authIdentities.user_id, id))
      .orderBy(asc(authIdentities.created_at)),
    db
      .select({
        id: authFactors.id,
        factor_type: authFactors.factor_type,
        status: authFactors.status,
        friendly_name: authFactors.friendly_name,
        created_at: authFactors.created_at,
      })
      .from(authFactors)
      .where(eq(authFactors.user_id, id))
      .orderBy(asc(authFactors.created_at)),
  ]);
  if (!person) throw notFound();
  return { ...person, sessions, identities, factors };
}
