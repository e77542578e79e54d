import { asc, eq, sql } from 'drizzle-orm';
import { doorStaff } from '../../../../drizzle/tables/door/door-staff.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../context.ts';
import { MOST_DOOR_STAFF } from '../../../contract/door/door.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { invalid } from '../../../http/answers/errors.ts';
import { doorStaffDelete, doorStaffInsert } from '../../../http/shared/door/door-staff.ts';
import { tooManyDoorStaff } from '../events/desk.errors.ts';

export function findDoorStaff(db: Db, { event_id }: { event_id: string }) {
  return db
    .select({
      id: profiles.id,
      display_name: profiles.display_name,
      email: profiles.email,
      added_at: doorStaff.created_at,
    })
    .from(doorStaff)
    .innerJoin(profiles, eq(profiles.id, doorStaff.user_id))
    .where(eq(doorStaff.event_id, event_id))
    .orderBy(asc(doorStaff.created_at), asc(profiles.id));
}

/**
 * Adds a person to the door staff of an event. Returns false if the person is on it already. The insert itself checks
 * the limit, so simultaneous calls cannot exceed it. Throws `desk.too_many_door_staff`. Throws `request.invalid` if no
 * active account has confirmed the address.
 */
export async function addDoorStaff(
  db: Db,
  { event_id, email, mail, stamp }: { event_id: string; email: string; mail: Statement; stamp: AuditStamp },
): Promise<boolean> {
  const suitable = sql`from auth_users as account join profiles as person on person.id = account.id
    where lower(account.email) = ${email} and account.deleted_at is null and account.email_confirmed_at is not null
      and coalesce(account.banned_until, 0) <= ${stamp.at.getTime()}`;
  const count = sql<number>`(select count(*) from door_staff as other where other.event_id = ${event_id})`;
  const isThere = sql`exists (select 1 from door_staff as other where other.event_id = ${event_id}
    and other.user_id = account.id)`;
  const person = { event_id, user_id: sql`account.id`, added_by: stamp.actor_id, created_at: stamp.at };
  const run = doorStaffInsert(db, {
    ...person,
    from: sql`${suitable} and not ${isThere} and ${count} < ${MOST_DOOR_STAFF}`,
  });
  const change = {
    action: 'event.door_staff_added',
    target_type: 'event',
    target_id: event_id,
    before: null,
    after: { email },
  };
  if (await tryAudited(db, { stamp, changes: [{ run, ...change }], also: [mail] })) return true;
  const [found] = await db
    .select({ known: sql<number>`exists (select 1 ${suitable} and ${isThere})`, count })
    .from(sql`(select 1)`);
  if (found?.known) return false;
  if (found && found.count >= MOST_DOOR_STAFF) throw tooManyDoorStaff();
  throw invalid({ email: 'No account has this address. Ask this person to sign up and confirm their address first.' });
}

/** Removes a person from the door staff of an event. Does nothing if the person is not on it. */
export async function removeDoorStaff(
  db: Db,
  { event_id, user_id, stamp }: { event_id: string; user_id: string; stamp: AuditStamp },
): Promise<void> {
  const run = doorStaffDelete(db, { event_id, user_id });
  const change = {
    action: 'event.door_staff_removed',
    target_type: 'event',
    target_id: event_id,
    before: { user_id },
    after: null,
  };
  await tryAudited(db, { stamp, changes: [{ run, ...change }] });
}
