import { type SQL, sql } from 'drizzle-orm';
import { nameErasures } from '../../../../drizzle/tables/talk/name-erasures.ts';
import type { Db } from '../../../context.ts';
import { insertFrom } from '../../database/insert-from.ts';

/** Notes that some people's names must be erased. `users` is a query of their ids. */
export const nameErasure = (db: Db, { users, now }: { users: SQL; now: Date }) =>
  insertFrom(db, nameErasures, {
    row: { user_id: sql`deleted.id`, event_place: 0, created_at: now },
    from: sql`from (${users}) as deleted where true`,
  }).onConflictDoNothing();
