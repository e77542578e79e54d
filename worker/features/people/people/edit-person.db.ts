import { and, eq, or, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { schoolProofs } from '../../../../drizzle/tables/people/school-proofs.ts';
import type { Role } from '../../../../drizzle/vocabulary.ts';
import type { Accounts, Db } from '../../../context.ts';
import type { EditPerson } from '../../../contract/people/admin-people.ts';
import {
  type AuditedChange,
  type AuditStamp,
  NothingChanged,
  tryAudited,
  writeAudited,
} from '../../../http/security/audit.ts';
import { type DomainError, PlainError, stale } from '../../../http/answers/errors.ts';
import type { ChangedEvent, Write } from '../../../http/database/batch.ts';
import { flowDelete } from '../auth/sessions/flow-states.db.ts';
import { sessionDelete } from '../auth/sessions/sessions.db.ts';
import { updateUser } from '../accounts/update-user.db.ts';
import { effectiveRole, findPerson } from './find-people.db.ts';

const FOR_EVER = new Date('9999-12-31T23:59:59Z');

type Change<T> = { from: T; to: T };

/**
 * Writes all edits or none. Throws `request.stale` if a field changed since the editor saw it, and `people.last_admin`
 * if no admin would be left. Returns the events whose pages must be notified.
 */
export async function editPerson(
  db: Db,
  { accounts, id, edit, stamp }: { accounts: Accounts; id: string; edit: EditPerson; stamp: AuditStamp },
): Promise<ChangedEvent[]> {
  await findPerson(db, { id });
  const { role, is_student_verified, is_banned } = edit;
  const entry = { target_type: 'person', target_id: id };
  const changes: AuditedChange[] = [
    ...(role ? [{ run: setRole(db, { id, change: role, now: stamp.at }), ...entry, ...said('role', role) }] : []),
    ...(is_student_verified
      ? [
          {
            run: verify(db, { id, change: is_student_verified }),
            ...entry,
            ...said('is_student_verified', is_student_verified),
          },
        ]
      : []),
    ...(is_banned
      ? [
          {
            run: ban(db, { accounts, id, change: is_banned, now: stamp.at }),
            ...entry,
            ...said('is_banned', is_banned),
          },
        ]
      : []),
  ];
  const also = [
    // If the flag `is_admin` stayed on the account, this person would remain an admin.
    ...(role && role.to !== 'admin' ? [dropAdminFlag(db, id)] : []),
    ...(is_banned?.to ? [sessionDelete(db, id), flowDelete(db, id)] : []),
  ];
  try {
    return await writeAudited(db, { stamp, changes, also });
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    throw await reasonFor(db, { id, edit, now: stamp.at });
  }
}

export async function signOutEverywhere(db: Db, { id, stamp }: { id: string; stamp: AuditStamp }): Promise<number> {
  const { sessions } = await findPerson(db, { id });
  if (sessions.length === 0) return 0;
  const change = {
    action: 'person.sign_out',
    target_type: 'person',
    target_id: id,
    before: { sessions: sessions.map((session) => session.id) },
    after: { sessions: [] },
  };
  const run = sessionDelete(db, id);
  const isDone = await tryAudited(db, { stamp, changes: [{ run, ...change }], also: [flowDelete(db, id)] });
  return isDone ? sessions.length : 0;
}

const said = (field: keyof EditPerson, { from, to }: Change<unknown>) => ({
  action: `person.${field}`,
  before: { [field]: from },
  after: { [field]: to },
});

function setRole(db: Db, { id, change, now }: { id: string; change: Change<Role>; now: Date }) {
  const asSeen = sql`(select ${effectiveRole} from ${authUsers}
    where ${authUsers.id} = ${profiles.id}) = ${change.from}`;
  const isStep = change.from === 'admin' && change.to !== 'admin';
  return db
    .update(profiles)
    .set({ role: change.to })
    .where(and(eq(profiles.id, id), asSeen, isStep ? anotherAdmin({ id, now }) : undefined));
}

const dropAdminFlag = (db: Db, id: string) =>
  updateUser(db, {
    fields: { app_metadata: sql`json_remove(${authUsers.app_metadata}, '$.is_admin')` },
    where: eq(authUsers.id, id),
  });

/** A badge from staff does not expire. The removal of a badge frees its school inbox. */
function verify(db: Db, { id, change }: { id: string; change: Change<boolean> }): Write {
  const badge = db
    .update(profiles)
    .set({ is_student_verified: change.to, badge_at: null, badge_until: null })
    .where(and(eq(profiles.id, id), eq(profiles.is_student_verified, change.from)));
  if (change.to) return badge;
  const proof = db
    .update(schoolProofs)
    .set({ status: 'revoked' })
    .where(and(eq(schoolProofs.user_id, id), eq(schoolProofs.status, 'proven')));
  return { change: badge, follow_ups: [proof] };
}

function ban(
  db: Db,
  { accounts, id, change, now }: { accounts: Accounts; id: string; change: Change<boolean>; now: Date },
) {
  const isBanned = sql`coalesce(${authUsers.banned_until}, 0) > ${now.getTime()}`;
  const isAdmin = sql`(json_extract(${authUsers.app_metadata}, '$.is_admin') is true
    or exists (select 1 from ${profiles} where ${profiles.id} = ${id} and ${profiles.role} = 'admin'))`;
  const asSeen = change.from ? isBanned : sql`not ${isBanned}`;
  const only = and(asSeen, change.to ? or(sql`not ${isAdmin}`, anotherAdmin({ id, now })) : undefined);
  return accounts.banAccount(db, { id, until: change.to ? FOR_EVER : null, only, now });
}

/** SQL condition: another person with the role admin can sign in. */
const anotherAdmin = ({ id, now }: { id: string; now: Date }) =>
  sql`exists (select 1 from profiles as other join auth_users as account on account.id = other.id
    where other.role = 'admin'
    and other.id <> ${id} and account.deleted_at is null and coalesce(account.banned_until, 0) <= ${now.getTime()})`;

async function reasonFor(db: Db, { id, edit, now }: { id: string; edit: EditPerson; now: Date }): Promise<DomainError> {
  const person = await findPerson(db, { id });
  const theirs = {
    role: person.role,
    is_student_verified: person.is_student_verified,
    is_banned: person.banned_until !== null && person.banned_until > now,
  };
  const fields = ['role', 'is_student_verified', 'is_banned'] as const;
  if (fields.some((field) => edit[field] && edit[field].from !== theirs[field])) {
    const yours = Object.fromEntries(fields.filter((field) => edit[field]).map((field) => [field, edit[field]!.to]));
    return stale({ theirs, yours });
  }
  return new PlainError(409, 'people.last_admin', 'This is the last admin. Make somebody else an admin first.');
}
