import { and, asc, eq, sql } from 'drizzle-orm';
import { eventOrganizers } from '../../../../drizzle/tables/nights/event-organizers.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../context.ts';
import { MOST_CO_ORGANIZERS } from '../../../contract/nights/events/organizers.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { invalid } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { tooManyOrganizers } from '../events/desk.errors.ts';

export function findCoOrganizers(db: Db, { event_id }: { event_id: string }) {
  return db
    .select({
      id: profiles.id,
      display_name: profiles.display_name,
      email: profiles.email,
      added_at: eventOrganizers.created_at,
    })
    .from(eventOrganizers)
    .innerJoin(profiles, eq(profiles.id, eventOrganizers.user_id))
    .where(eq(eventOrganizers.event_id, event_id))
    .orderBy(asc(eventOrganizers.created_at), asc(profiles.id));
}

const ofAddress = (email: string) => sql`lower(account.email) = ${email} and account.deleted_at is null`;

/** The `from` and `where` of a query for the active organizer or admin who has confirmed this address. */
const isStaff = ({
  email,
  now,
}: {
  email: string;
  now: Date;
}) => sql`from auth_users as account join profiles as person on person.id = account.id
  where ${ofAddress(email)} and account.email_confirmed_at is not null
    and coalesce(account.banned_until, 0) <= ${now.getTime()}
    and (person.role in ('organizer', 'admin') or json_type(account.app_metadata, '$.is_admin') = 'true')`;

/** Query for the recipient's address. The mail is written only if `addOrganizer` or `addDoorStaff` adds the person. */
export const addedPerson = (email: string) =>
  sql`select account.email from auth_users as account where ${ofAddress(email)}`;

/**
 * Makes the organizer or admin with this address a co-organizer. Returns false if the account already organizes the
 * event. The insert itself checks the limit, so simultaneous calls cannot exceed it. Throws `desk.too_many_organizers`.
 * Throws `request.invalid` if no active organizer or admin has confirmed the address. This error does not reveal
 * whether the address has an account.
 */
export async function addOrganizer(
  db: Db,
  { event_id, email, mail, stamp }: { event_id: string; email: string; mail: Statement; stamp: AuditStamp },
): Promise<boolean> {
  const staff = isStaff({ email, now: stamp.at });
  const count = sql<number>`(select count(*) from event_organizers as co where co.event_id = ${event_id})`;
  const organizes = sql`(exists (select 1 from event_organizers as co where co.event_id = ${event_id}
    and co.user_id = account.id)
    or exists (select 1 from events where events.id = ${event_id} and events.organizer_id = account.id))`;
  const row = { event_id, user_id: sql`account.id`, added_by: stamp.actor_id, created_at: stamp.at };
  const from = sql`${staff} and not ${organizes} and ${count} < ${MOST_CO_ORGANIZERS}`;
  const change = {
    action: 'event.organizer_added',
    target_type: 'event',
    target_id: event_id,
    before: null,
    after: { email },
  };
  const run = insertFrom(db, eventOrganizers, { row, from });
  if (await tryAudited(db, { stamp, changes: [{ run, ...change }], also: [mail] })) return true;
  const [found] = await db
    .select({ known: sql<number>`exists (select 1 ${staff} and ${organizes})`, count })
    .from(sql`(select 1)`);
  if (found?.known) return false;
  if (found && found.count >= MOST_CO_ORGANIZERS) throw tooManyOrganizers();
  throw invalid({
    email: 'No organizer has this address. Ask an admin to make this person an organizer first.',
  });
}

/** Does nothing if the account does not co-organize the event. */
export async function removeOrganizer(
  db: Db,
  { event_id, user_id, stamp }: { event_id: string; user_id: string; stamp: AuditStamp },
): Promise<void> {
  const run = db
    .delete(eventOrganizers)
    .where(and(eq(eventOrganizers.event_id, event_id), eq(eventOrganizers.user_id, user_id)));
  const action = user_id === stamp.actor_id ? 'event.organizer_left' : 'event.organizer_removed';
  const change = { run, action, target_type: 'event', target_id: event_id, before: { user_id }, after: null };
  await tryAudited(db, { stamp, changes: [change] });
}
