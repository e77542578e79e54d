import { and, desc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { isBadgeLive } from '../../../../drizzle/tables/people/badge.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { schoolAsks } from '../../../../drizzle/tables/people/school-asks.ts';
import { schoolProofs } from '../../../../drizzle/tables/people/school-proofs.ts';
import { schoolDomains, schools } from '../../../../drizzle/tables/people/schools.ts';
import type { Db } from '../../../context.ts';
import { type AskForSchool, MOST_CODE_TRIES } from '../../../contract/people/school.ts';
import { domainsAbove } from '../../../contract/people/school-address.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { askDeclined, schoolKnown, tooManyAsks } from './school.errors.ts';

const MOST_ASKS = 3;

export function mySchoolQueries(db: Db, { user_id, now }: { user_id: string; now: Date }) {
  return [
    db
      .select({ school: profiles.school, proved_at: profiles.badge_at, until: profiles.badge_until })
      .from(profiles)
      .where(and(eq(profiles.id, user_id), isBadgeLive(now))),
    db
      .select({ school: schools.name, until: schoolProofs.code_expires_at, sent_at: schoolProofs.created_at })
      .from(schoolProofs)
      .innerJoin(schools, eq(schools.id, schoolProofs.school_id))
      .where(
        and(
          eq(schoolProofs.user_id, user_id),
          eq(schoolProofs.status, 'sent'),
          gt(schoolProofs.code_expires_at, now),
          lt(schoolProofs.tries, MOST_CODE_TRIES),
        ),
      ),
    db
      .select({ name: schoolAsks.name, domain: schoolAsks.domain, status: schoolAsks.status })
      .from(schoolAsks)
      .where(eq(schoolAsks.user_id, user_id))
      .orderBy(desc(schoolAsks.created_at))
      .limit(MOST_ASKS),
  ] as const;
}

export async function findMySchool(db: Db, about: { user_id: string; now: Date }) {
  const [[badge], [code], asks] = await db.batch([...mySchoolQueries(db, about)]);
  return { badge: badge ?? null, code: code ?? null, asks };
}

/** Finds the known domains for addresses at `domain`, and the person's proven sign-in address and school inboxes. */
export async function findDomains(db: Db, { domain, user_id }: { domain: string; user_id: string }) {
  const [known, [account], proofs] = await db.batch([
    domainsOf(db, domain),
    db
      .select({ email: sql<string>`lower(${authUsers.email})`.as('own_email') })
      .from(authUsers)
      .where(and(eq(authUsers.id, user_id), isNotNull(authUsers.email_confirmed_at))),
    db
      .select({ inbox_hash: schoolProofs.inbox_hash })
      .from(schoolProofs)
      .where(and(eq(schoolProofs.user_id, user_id), eq(schoolProofs.status, 'proven'))),
  ]);
  return { known, own_email: account?.email ?? null, own_inboxes: proofs.map(({ inbox_hash }) => inbox_hash) };
}

function domainsOf(db: Db, domain: string) {
  const { domain: name, school_id, kind, includes_subdomains, alias_of } = schoolDomains;
  return db
    .select({ domain: name, school_id, kind, includes_subdomains, alias_of, school: schools.name })
    .from(schoolDomains)
    .innerJoin(schools, eq(schools.id, school_id))
    .where(inArray(name, sql`(select value from json_each(${JSON.stringify(domainsAbove(domain))}))`));
}

/**
 * Stores a person's request to add a school. A repeat changes nothing. If the school was added but is no longer listed,
 * the request is open again. Throws `school.known` for a listed domain, `school.declined` if staff declined the
 * request, and `school.too_many_asks` while the person has three open requests.
 */
export async function askForSchool(
  db: Db,
  { user_id, ask, now }: { user_id: string; ask: AskForSchool; now: Date },
): Promise<void> {
  const insert = insertFrom(db, schoolAsks, {
    row: { user_id, ...ask, created_at: now },
    from: sql`where not exists (select 1 from school_domains as listed where listed.domain = ${ask.domain})
      and (select count(*) from school_asks as open where open.user_id = ${user_id}
        and open.status = 'open') < ${MOST_ASKS}`,
  }).onConflictDoUpdate({
    target: [schoolAsks.user_id, schoolAsks.domain],
    set: { status: 'open', name: ask.name, decided_by: null, decided_at: null, created_at: now },
    setWhere: eq(schoolAsks.status, 'added'),
  });
  const [, mine, known] = await db.batch([
    insert,
    db
      .select({ status: schoolAsks.status })
      .from(schoolAsks)
      .where(and(eq(schoolAsks.user_id, user_id), eq(schoolAsks.domain, ask.domain))),
    db.select({ domain: schoolDomains.domain }).from(schoolDomains).where(eq(schoolDomains.domain, ask.domain)),
  ]);
  if (known.length > 0) throw schoolKnown();
  if (mine[0]?.status === 'declined') throw askDeclined();
  if (mine[0]?.status !== 'open') throw tooManyAsks();
}
