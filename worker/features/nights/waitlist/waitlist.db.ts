import { and, eq, gt, isNotNull, isNull, not, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { isPublic, takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { ownsAddress } from '../../../../drizzle/tables/people/trade-rights.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';
import { emailKey } from '../../../contract/people/people.ts';
import { CONFIRM_MAILS_A_DAY, type JoinWaitlist } from '../../../contract/nights/waitlist.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { eventCancelled, eventNotFound, waitlistClosed } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { repeatably } from '../../../http/database/patient-db.ts';

/**
 * Adds a person to the waitlist of an event, or of Vouch itself. One round trip. A repeat has only two
 * effects: the owner of the address gets offers again, and an unconfirmed entry that got no mail before can get one.
 * - If the account `sender_id` owns the address, the entry counts immediately and replaces a stranger's earlier entry.
 *   An account that has an entry adds no second one, even under a new address.
 * - If the account does not own the address and `may_mail` is set, one mail asks to confirm the entry. An address gets
 *   only a few of these mails a day.
 * - Throws `event.not_found`, `event.cancelled`, or `waitlist.closed` if the event is over.
 */
export async function joinWaitlist(
  db: Db,
  { entry, sender_id, may_mail, now }: { entry: JoinWaitlist; sender_id: string | null; may_mail: boolean; now: Date },
): Promise<void> {
  const { event_id = null, ...person } = entry;
  const isOpen = sql`${takesPlace(now)} and not ${isOver(now)}`;
  const email_key = emailKey(person.email);
  const isOwner = ownsAddress(sender_id, email_key);
  const mayJoin = sql`(${event_id} is null or exists (select 1 from ${events} where ${events.id} = ${event_id}
    and ${isOpen}))`;
  const isOfEvent = event_id === null ? isNull(waitlist.event_id) : eq(waitlist.event_id, event_id);
  const isSame = and(eq(waitlist.email_key, email_key), isOfEvent);
  const asked = sql`(select count(*) from waitlist as asked where asked.email_key = ${email_key}
    and asked.confirm_mail <> 'none'
    and asked.created_at > ${now.getTime() - DAY})`;
  const mayMail = sql`(${may_mail ? 1 : 0} = 1 and ${asked} < ${CONFIRM_MAILS_A_DAY})`;
  // The account may have sent its entry under an earlier address.
  const hasPlace = sql`exists (select 1 from waitlist as own where own.applicant_id = ${sender_id}
    and own.event_id is ${event_id})`;
  // An address can have only one entry for each event. An entry of the address's earlier owner makes room: its
  // `email_key` becomes its id.
  const giveWay = db
    .update(waitlist)
    .set({ email_key: sql`${waitlist.id}` })
    .where(and(isSame, isNotNull(waitlist.applicant_id), not(ownsAddress(waitlist.applicant_id, email_key)), mayJoin));
  const replace = db
    .update(waitlist)
    .set({
      ...person,
      // An accepted entry keeps its number of places, because the door lets in that many people.
      places: sql`iif(${waitlist.status} = 'accepted', ${waitlist.places}, ${person.places})`,
      applicant_id: sender_id,
      confirmed_at: sql`coalesce(${waitlist.confirmed_at}, ${now.getTime()})`,
      // A declined entry was a stranger's, so it is pending again for the owner of the address.
      status: sql`iif(${waitlist.status} = 'declined', 'pending', ${waitlist.status})`,
      updated_at: sql`max(${now.getTime()}, ${waitlist.updated_at} + 1)`,
    })
    .where(and(isSame, isNull(waitlist.applicant_id), isOwner, mayJoin));
  const insert = insertFrom(db, waitlist, {
    row: {
      ...person,
      event_id,
      email_key,
      applicant_id: sql`iif(${isOwner}, ${sender_id}, null)`,
      confirmed_at: sql`iif(${isOwner}, ${now.getTime()}, null)`,
      confirm_mail: sql`iif(${isOwner} or not ${mayMail}, 'none', 'due')`,
      created_at: now,
      updated_at: now,
    },
    from: sql`where ${mayJoin} and not (${isOwner} and ${hasPlace})`,
  }).onConflictDoNothing();
  // An earlier entry that got no mail because of the day's limit gets one now.
  const ask = db
    .update(waitlist)
    .set({ confirm_mail: 'due' })
    .where(and(isSame, isNull(waitlist.confirmed_at), eq(waitlist.confirm_mail, 'none'), mayMail, mayJoin));
  // Two unanswered offers end the offers to a person. Joining again resets the count, even under a new address.
  const again = db
    .update(waitlist)
    .set({ missed: 0, asked_at: null })
    .where(and(isOfEvent, eq(waitlist.applicant_id, sender_id ?? ''), isOwner, mayJoin, gt(waitlist.missed, 0)));
  const found = db
    .select({ is_public: isPublic(now), cancelled_at: events.cancelled_at, is_open: sql<number>`${isOpen}` })
    .from(events)
    .where(eq(events.id, event_id ?? ''));
  const [, , , , , [event]] = await repeatably(() => db.batch([giveWay, replace, again, ask, insert, found]));
  if (event_id === null) return;
  if (!event?.is_public) throw eventNotFound();
  if (event.cancelled_at) throw eventCancelled();
  if (!event.is_open) throw waitlistClosed();
}
