import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { passes } from '../../../../drizzle/tables/door/passes.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../../database/batch.ts';

/**
 * Returns the statement that makes the passes of given tickets void, before the rows of the friends who hold them are
 * deleted. The tickets are then their buyers' again. A scanned pass stays. `accounts` is a query of ids.
 */
export const voidPassesOfFriends = (db: Db, { accounts, now }: { accounts: SQL; now: Date }): Statement =>
  db
    .update(passes)
    .set({ voided_at: now })
    .where(
      and(
        isNull(passes.voided_at),
        sql`exists (select 1 from given_tickets as held where held.friend_id in (${accounts}) and held.ended_at is null
          and held.request_id = ${passes.request_id} and held.position = ${passes.position})`,
        sql`not exists (select 1 from scans as entry where entry.request_id = ${passes.request_id}
          and entry.position = ${passes.position} and entry.seat is not null and entry.way = 'qr')`,
      ),
    );
