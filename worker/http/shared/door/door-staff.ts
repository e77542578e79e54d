import { and, eq, type SQL } from 'drizzle-orm';
import { doorStaff } from '../../../../drizzle/tables/door/door-staff.ts';
import type { Db } from '../../../context.ts';
import { insertFrom } from '../../database/insert-from.ts';

/** `from` is the query that finds the person. */
export const doorStaffInsert = (
  db: Db,
  { from, ...row }: { event_id: string; user_id: SQL; added_by: string; created_at: Date; from: SQL },
) => insertFrom(db, doorStaff, { row, from });

export const doorStaffDelete = (db: Db, { event_id, user_id }: { event_id: string; user_id: string }) =>
  db.delete(doorStaff).where(and(eq(doorStaff.event_id, event_id), eq(doorStaff.user_id, user_id)));
