import { and, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { ticketFiles } from '../../../../drizzle/tables/trade/ticket-files.ts';
import { eventEnd } from '../../../http/shared/promised-times.ts';
import type { Db } from '../../../context.ts';

/** Destroys the keys of up to `limit` files that were never claimed. Returns how many. */
export function destroyUnclaimed(
  db: Db,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  return destroy(db, { only: and(isNull(ticketFiles.claimed_at), lte(ticketFiles.created_at, before)), now, limit });
}

const isOpen = (
  request: SQL,
) => sql`(exists (select 1 from problems as open_problem where open_problem.request_id = ${request}
  and open_problem.status = 'open')
    or exists (select 1 from disputes as dispute where dispute.request_id = ${request} and dispute.status = 'open'))`;

/**
 * Destroys the keys of up to `limit` claimed files. Files of live tickets, hand-overs and problems stay until `keep_ms`
 * after the night, and longer while a problem or a dispute is open. Returns how many were destroyed.
 */
export function destroyFinished(
  db: Db,
  { keep_ms, now, limit }: { keep_ms: number; now: Date; limit: number },
): Promise<number> {
  const isKept = (request: SQL) =>
    sql`max(${eventEnd(sql`event`)}, coalesce((select promised_end_at from payments
      where request_id = ${request}), 0)) + ${keep_ms} > ${now.getTime()}`;
  const { id } = ticketFiles;
  const ofRequest = (refers: SQL) => sql`not exists (select 1 from ${refers}
    join ticket_requests as request on request.id = referring.request_id
      join events as event on event.id = request.event_id
    where ${isKept(sql`request.id`)} or ${isOpen(sql`request.id`)})`;
  const isFinished = and(
    isNotNull(ticketFiles.claimed_at),
    sql`not exists (select 1 from listing_tickets as ticket join events as event on event.id = ticket.event_id
      where ticket.file_id = ${id} and ticket.freed_at is null
        and (${isKept(sql`ticket.request_id`)} or ${isOpen(sql`ticket.request_id`)}))`,
    ofRequest(sql`(select request_id from handovers where proof_file_id = ${id}) as referring`),
    ofRequest(sql`(select request_id from problems where file_id = ${id}) as referring`),
    ofRequest(sql`(select request_id from problems where seller_file_id = ${id}) as referring`),
  );
  return destroy(db, { only: isFinished, now, limit });
}

async function destroy(
  db: Db,
  { only, now, limit }: { only: SQL | undefined; now: Date; limit: number },
): Promise<number> {
  const some = db
    .select({ id: ticketFiles.id })
    .from(ticketFiles)
    .where(and(isNull(ticketFiles.destroyed_at), only))
    .limit(limit);
  const { meta } = await db
    .update(ticketFiles)
    .set({ destroyed_at: now, wrapped_key: null })
    .where(inArray(ticketFiles.id, some));
  return meta.changes;
}

/** Finds destroyed files whose objects may still be in the bucket. */
export function findUncleared(db: Db, { limit }: { limit: number }) {
  return db
    .select({ id: ticketFiles.id, object_key: ticketFiles.object_key })
    .from(ticketFiles)
    .where(and(isNotNull(ticketFiles.destroyed_at), isNull(ticketFiles.cleared_at)))
    .limit(limit);
}

export async function markCleared(db: Db, { ids, now }: { ids: readonly string[]; now: Date }): Promise<void> {
  const among = sql`${ticketFiles.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  await db
    .update(ticketFiles)
    .set({ cleared_at: now })
    .where(and(among, isNull(ticketFiles.cleared_at)));
}

/**
 * Finds files whose keys are wrapped by these versions of the wrapping key. The order is random, because otherwise keys
 * that cannot be unwrapped could fill every run.
 */
export function findWrappedBy(db: Db, { versions, limit }: { versions: readonly number[]; limit: number }) {
  return db
    .select()
    .from(ticketFiles)
    .where(
      and(
        isNull(ticketFiles.destroyed_at),
        sql`${ticketFiles.key_version} in (select value from json_each(${JSON.stringify(versions)}))`,
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit);
}

/** Statement that stores a rewrapped key of a file, unless the key changed since it was read. */
export function setKey(
  db: Db,
  { id, from, to }: { id: string; from: string; to: { wrapped_key: string; key_version: number } },
) {
  return db
    .update(ticketFiles)
    .set(to)
    .where(and(eq(ticketFiles.id, id), eq(ticketFiles.wrapped_key, from)));
}
