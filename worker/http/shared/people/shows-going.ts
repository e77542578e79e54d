import { and, eq, type SQL } from 'drizzle-orm';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../context.ts';

export const agreeToShowGoing = (db: Db, { user_id, only }: { user_id: string; only: SQL }) =>
  db
    .update(profiles)
    .set({ shows_going: true })
    .where(and(eq(profiles.id, user_id), only));
