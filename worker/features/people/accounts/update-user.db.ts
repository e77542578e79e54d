import type { SQL } from 'drizzle-orm';
import { authUsers, type UserFields } from '../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../context.ts';

/** `fields` cannot change the email address, the ban or the deletion, because other rows must change with these. */
export function updateUser(
  db: Db,
  { fields, where }: { fields: { [C in keyof UserFields]: UserFields[C] | SQL }; where: SQL | undefined },
) {
  return db.update(authUsers).set(fields).where(where);
}
