import { eq, type SQL } from 'drizzle-orm';
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
