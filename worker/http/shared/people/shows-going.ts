import { and, eq, type SQL } from 'drizzle-orm';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../context.ts';

/** Returns the statement with which a person agrees that friends see where they go. It applies only if `only` holds. */
export const agreeToShowGoing = (db: Db, { user_id, only }: { user_id: string; only: SQL }) =>
  db
    .update(profiles)
    .set({ shows_going: true })
    .where(and(eq(profiles.id, user_id), only));
