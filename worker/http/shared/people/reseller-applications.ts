import type { SQL } from 'drizzle-orm';
import { resellerApplications } from '../../../../drizzle/tables/people/reseller-applications.ts';
import type { Db } from '../../../context.ts';

export const decideApplication = (db: Db, { fields, where }: { fields: object; where: SQL | undefined }) =>
  db.update(resellerApplications).set(fields).where(where);
