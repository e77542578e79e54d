import { and, asc, eq, sql } from 'drizzle-orm';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import { profiles } from '../../../../../drizzle/tables/people/profiles.ts';
import { schoolAsks } from '../../../../../drizzle/tables/people/school-asks.ts';
import { schoolDomains, schools } from '../../../../../drizzle/tables/people/schools.ts';
import type { Db } from '../../../../context.ts';
import type { EditSchool, SchoolForm } from '../../../../contract/people/admin-schools.ts';
import { type AuditStamp, tryAudited, writeAudited } from '../../../../http/security/audit.ts';
import { runWrites, type Statement } from '../../../../http/database/batch.ts';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { notFound, stale, PlainError } from '../../../../http/answers/errors.ts';

const MOST_ASKS = 100;

const domainColumns = {
  domain: schoolDomains.domain,
  kind: schoolDomains.kind,
  includes_subdomains: schoolDomains.includes_subdomains,
  alias_of: schoolDomains.alias_of,
};

export function findOpenAsks(db: Db) {
  return db
    .select({
      id: schoolAsks.id,
      name: schoolAsks.name,
      domain: schoolAsks.domain,
      created_at: schoolAsks.created_at,
      person_id: schoolAsks.user_id,
      person_name: profiles.display_name,
    })
    .from(schoolAsks)
    .innerJoin(profiles, eq(profiles.id, schoolAsks.user_id))
    .where(eq(schoolAsks.status, 'open'))
    .orderBy(asc(schoolAsks.created_at))
    .limit(MOST_ASKS);
}

/** One round trip. */
export async function findSchools(db: Db) {
  const [rows, domains, asks] = await db.batch([
    db.select({ id: schools.id, name: schools.name, city: schools.city }).from(schools).orderBy(asc(schools.name)),
    db
      .select({ school_id: schoolDomains.school_id, ...domainColumns })
      .from(schoolDomains)
      .orderBy(asc(schoolDomains.domain)),
    findOpenAsks(db),
  ]);
  const of = Map.groupBy(domains, ({ school_id }) => school_id);
  return { schools: rows.map(({ id, name, city }) => ({ id, name, city, domains: of.get(id) ?? [] })), asks };
}

/** Throws `request.not_found`. */
export async function findSchool(db: Db, { id }: { id: string }) {
  const [[school], domains] = await db.batch([
    db.select({ id: schools.id, name: schools.name, city: schools.city }).from(schools).where(eq(schools.id, id)),
    db
      .select(domainColumns)
      .from(schoolDomains)
      .where(eq(schoolDomains.school_id, id))
      .orderBy(asc(schoolDomains.domain)),
  ]);
  if (!school) throw notFound();
  return { ...school, domains };
}

/** Finds up to a hundred open requests to add a school for these domains, and the names of the students who asked. */
export function findAnsweredAsks(db: Db, { domains }: { domains: readonly string[] }) {
  return db
    .select({ id: schoolAsks.id, name: profiles.display_name })
    .from(schoolAsks)
    .innerJoin(profiles, eq(profiles.id, schoolAsks.user_id))
    .where(
      and(
        eq(schoolAsks.status, 'open'),
        sql`${schoolAsks.domain} in (select value from json_each(${JSON.stringify(domains)}))`,
      ),
    )
    .orderBy(asc(schoolAsks.created_at))
    .limit(MOST_ASKS);
}

/** `also` stores the mails to students, in the same transaction. */
type Writing = { stamp: AuditStamp; also?: readonly Statement[] };
/** `answered` holds ids of requests to add a school. Those that are still open get the status `added`. */
type Answering = Writing & { answered?: readonly string[] };

/** Throws `school.domain_taken` if another school has the name or a domain. */
export async function addSchool(
  db: Db,
  { id, form, answered = [], stamp, also = [] }: Answering & { id: string; form: SchoolForm },
): Promise<void> {
  const { domains, ...school } = form;
  const run = db.insert(schools).values({ id, ...school, created_at: stamp.at });
  const entry = { action: 'school.add', target_type: 'school', target_id: id, before: null, after: form };
  await orTaken(() =>
    writeAudited(db, {
      stamp,
      changes: [{ run, ...entry }],
      also: [...writeDomains(db, { id, domains }), ...also, endAsks(db, { answered, stamp })],
    }),
  );
}

/**
 * Throws `school.domain_taken` like `addSchool`, `request.stale` if somebody changed the school since the editor saw
 * it, and `request.not_found` for an unknown school.
 */
export async function editSchool(
  db: Db,
  { id, form, answered = [], stamp, also = [] }: Answering & { id: string; form: EditSchool },
): Promise<void> {
  const { seen, domains, ...school } = form;
  const asSeen = sql`${schools.name} = ${seen.name} and ${schools.city} = ${seen.city}
    and ${storedDomains} = ${domainsText(seen.domains)}`;
  const run = db
    .update(schools)
    .set(school)
    .where(and(eq(schools.id, id), asSeen));
  const entry = {
    action: 'school.edit',
    target_type: 'school',
    target_id: id,
    before: seen,
    after: { ...school, domains },
  };
  const rewrite = [
    db.delete(schoolDomains).where(eq(schoolDomains.school_id, id)),
    ...writeDomains(db, { id, domains }),
  ];
  const isSaved = await orTaken(() =>
    tryAudited(db, {
      stamp,
      changes: [{ run, ...entry }],
      also: [...rewrite, ...also, endAsks(db, { answered, stamp })],
    }),
  );
  if (!isSaved) throw stale({ theirs: await findSchool(db, { id }), yours: { ...school, domains } });
}

export async function answerAsks(db: Db, { answered = [], stamp, also = [] }: Answering): Promise<void> {
  await runWrites(db, [...also, endAsks(db, { answered, stamp })]);
}

/** Returns false if the request was already decided. */
export async function declineAsk(db: Db, { id, stamp, also = [] }: Writing & { id: string }): Promise<boolean> {
  const run = db
    .update(schoolAsks)
    .set({ status: 'declined', decided_by: stamp.actor_id, decided_at: stamp.at })
    .where(and(eq(schoolAsks.id, id), eq(schoolAsks.status, 'open')));
  const entry = {
    action: 'school_ask.decline',
    target_type: 'school_ask',
    target_id: id,
    before: { status: 'open' },
    after: { status: 'declined' },
  };
  return tryAudited(db, { stamp, changes: [{ run, ...entry }], also });
}

/** Query for the email address of the student who sent the request `id`. Finds nothing once the request is decided. */
export const openAsker = (id: string) => sql`select account.email from school_asks as ask
  join auth_users as account on account.id = ask.user_id where ask.id = ${id} and ask.status = 'open'`;

/** Throws `request.not_found`. */
export async function findAsk(db: Db, { id }: { id: string }) {
  const [ask] = await db
    .select({
      name: schoolAsks.name,
      domain: schoolAsks.domain,
      email: authUsers.email,
      display_name: profiles.display_name,
    })
    .from(schoolAsks)
    .innerJoin(profiles, eq(profiles.id, schoolAsks.user_id))
    .leftJoin(authUsers, eq(authUsers.id, schoolAsks.user_id))
    .where(eq(schoolAsks.id, id));
  if (!ask) throw notFound();
  return ask;
}

type DomainRows = SchoolForm['domains'];

const writeDomains = (db: Db, { id, domains }: { id: string; domains: DomainRows }): Statement[] =>
  domains.map((row) => db.insert(schoolDomains).values({ ...row, school_id: id }));

const endAsks = (db: Db, { answered, stamp }: { answered: readonly string[]; stamp: AuditStamp }): Statement =>
  db
    .update(schoolAsks)
    .set({ status: 'added', decided_by: stamp.actor_id, decided_at: stamp.at })
    .where(
      and(
        eq(schoolAsks.status, 'open'),
        sql`${schoolAsks.id} in (select value from json_each(${JSON.stringify(answered)}))`,
      ),
    );

/** The stored domains of a school as one text, to compare with what an editor saw. */
const storedDomains = sql`(select coalesce(group_concat(line, ' '), '')
  from (select domain || ':' || kind || ':' || includes_subdomains || ':'
  || coalesce(alias_of, '') as line from school_domains as own where own.school_id = schools.id order by domain))`;

const domainsText = (domains: DomainRows): string =>
  domains
    .toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
    .map(
      ({ domain, kind, includes_subdomains, alias_of }) =>
        `${domain}:${kind}:${Number(includes_subdomains)}:${alias_of ?? ''}`,
    )
    .join(' ');

async function orTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new PlainError(
      409,
      'school.domain_taken',
      'Another school has this name or one of these domains. Edit that school instead.',
    );
  }
}
