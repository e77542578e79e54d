import { and, eq, isNotNull, lte, type SQL } from 'drizzle-orm';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';

/** Returns the statement that writes the fields of a staff decision to a waitlist entry. */
export const decideEntry = (db: Db, { fields, where }: { fields: object; where: SQL | undefined }) =>
  db.update(waitlist).set(fields).where(where);

/** Returns the statement that records that a person was asked whether they still want to come. */
export const noteAsked = (db: Db, { entry_id, now }: { entry_id: string; now: Date }) =>
  db.update(waitlist).set({ asked_at: now }).where(eq(waitlist.id, entry_id));

/** Returns the statement that resets a person's unanswered offers, because they still want to come. */
export const keepPlace = (db: Db, { entry_id }: { entry_id: string }) =>
  db.update(waitlist).set({ missed: 0, asked_at: null }).where(eq(waitlist.id, entry_id));

interface Wanted {
  places: number;
  most_cents: number;
  wanted_until: Date;
}

/** Returns the statement that lets an entry show what its person looks for, who then gets offers again. */
export const showWanted = (db: Db, { wanted_id, wanted, where }: { wanted_id: SQL; wanted: Wanted; where: SQL }) =>
  db
    .update(waitlist)
    .set({ ...wanted, wanted_id, missed: 0, asked_at: null })
    .where(where);

const NOT_WANTED = { wanted_id: null, wanted_until: null, most_cents: null };

/** Returns the statement that makes entries plain places on the waitlist again. */
export const hideWanted = (db: Db, where: SQL) => db.update(waitlist).set(NOT_WANTED).where(where);

/** Returns the statement that does the same for all entries whose time is up. */
export const hideOverdueWanted = (db: Db, { now }: { now: Date }) =>
  db
    .update(waitlist)
    .set(NOT_WANTED)
    .where(and(isNotNull(waitlist.wanted_until), lte(waitlist.wanted_until, now)));
