import type { SQL } from 'drizzle-orm';
import { authUsers, type UserFields } from '../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../context.ts';

/** The type excludes the address, the ban and the removal, because other rows change with them. */
export function updateUser(
  db: Db,
  { fields, where }: { fields: { [C in keyof UserFields]: UserFields[C] | SQL }; where: SQL | undefined },
) {
  return db.update(authUsers).set(fields).where(where);
}
