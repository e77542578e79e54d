import { and, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';

export const decideEntry = (db: Db, { fields, where }: { fields: object; where: SQL | undefined }) =>
  db.update(waitlist).set(fields).where(where);

/** Stores that the person was asked whether they still want to come. */
export const noteAsked = (db: Db, { entry_id, now }: { entry_id: string; now: Date }) =>
  db.update(waitlist).set({ asked_at: now }).where(eq(waitlist.id, entry_id));

/** Stores that the person still wants to come. Their unanswered offers no longer count. */
export const keepPlace = (db: Db, { entry_id }: { entry_id: string }) =>
  db.update(waitlist).set({ missed: 0, asked_at: null }).where(eq(waitlist.id, entry_id));

interface Wanted {
  wanted_id: SQL;
  applicant_id: string;
  places: number;
  most_cents: number;
  wanted_until: SQL;
}

/**
 * Stores a search for tickets in the person's waitlist entry. The person gets offers again. From now on the entry
 * belongs to the person's account, even if somebody else later owns the entry's mail address. A new number of places
 * changes `updated_at`. If staff saw the old number, their decision is then refused.
 */
export const showWanted = (db: Db, { wanted, where, now }: { wanted: Wanted; where: SQL; now: Date }) =>
  db
    .update(waitlist)
    .set({
      ...wanted,
      places: sql`iif(${waitlist.status} = 'pending', ${wanted.places}, ${waitlist.places})`,
      updated_at: sql`iif(${waitlist.places} = ${wanted.places}, ${waitlist.updated_at},
        max(${now.getTime()}, ${waitlist.updated_at} + 1))`,
      missed: 0,
      asked_at: null,
    })
    .where(where);

const NOT_WANTED = { wanted_id: null, wanted_until: null, most_cents: null };

/** Ends searches for tickets. The entries stay on the waitlist. */
export const hideWanted = (db: Db, where: SQL) => db.update(waitlist).set(NOT_WANTED).where(where);

export const hideOverdueWanted = (db: Db, { now }: { now: Date }) =>
  db
    .update(waitlist)
    .set(NOT_WANTED)
    .where(and(isNotNull(waitlist.wanted_until), lte(waitlist.wanted_until, now)));

/** Erases the personal data in the entries of a deleted account, and declines the entries. */
export const eraseEntries = (db: Db, { id, now }: { id: string; now: Date }) =>
  db
    .update(waitlist)
    .set({
      ...NOT_WANTED,
      name: 'Deleted account',
      email: '',
      email_key: sql`${waitlist.id}`,
      phone: '',
      instagram: '',
      school: '',
      note: null,
      status: 'declined',
      told_status: null,
      tell_at: null,
      takes_messages: false,
      confirm_mail: 'none',
      confirmed_at: sql`coalesce(${waitlist.confirmed_at}, ${now.getTime()})`,
      updated_at: sql`max(${now.getTime()}, ${waitlist.updated_at} + 1)`,
    })
    .where(eq(waitlist.applicant_id, id));
