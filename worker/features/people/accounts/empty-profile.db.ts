import { eq } from 'drizzle-orm';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../context.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';

export async function deleteEmptyProfile(db: Db, id: string): Promise<void> {
  await db
    .delete(profiles)
    .where(eq(profiles.id, id))
    .catch((error: unknown) => {
      if (brokenConstraint(error)?.kind !== 'foreign_key') throw error;
    });
}
