import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type NewTicketFile, ticketFiles } from '../../../../drizzle/tables/trade/ticket-files.ts';
import { isApprovedSeller } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { FilePurpose } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import { MOST_UNCLAIMED_FILES } from '../../../contract/trade/ticket-files.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { fileNotNeeded, tooManyFiles } from './custody.errors.ts';

/** Throws `files.not_needed` and `files.too_many`. */
export async function insertFile(
  db: Db,
  { file, now }: { file: NewTicketFile & { id: string }; now: Date },
): Promise<void> {
  const { owner_id, purpose } = file;
  const unclaimed = sql<number>`(select count(*) from ticket_files as own
    where own.owner_id = ${owner_id} and own.claimed_at is null and own.destroyed_at is null)`;
  const [written, [facts]] = await db.batch([
    insertFrom(db, ticketFiles, {
      row: file,
      from: sql`where ${needs(purpose, owner_id, now)} and ${unclaimed} < ${MOST_UNCLAIMED_FILES}`,
    }).returning({ id: ticketFiles.id }),
    db.select({ is_needed: needs(purpose, owner_id, now).mapWith(Boolean).as('is_needed') }).from(sql`(select 1)`),
  ]);
  if (written.length > 0) return;
  throw facts?.is_needed ? tooManyFiles() : fileNotNeeded(purpose);
}

/** SQL condition: the account needs a file of this purpose. This keeps people from using us as storage. */
function needs(purpose: FilePurpose, accountId: string, now: Date): SQL<number> {
  const paidAs = (role: 'buyer_id' | 'seller_id') =>
    sql<number>`exists (select 1 from ticket_requests as request
      join handovers as handover on handover.request_id = request.id
      where request.${sql.raw(role)} = ${accountId})`;
  if (purpose === 'ticket') return isApprovedSeller(accountId, now);
  return purpose === 'proof' ? paidAs('seller_id') : sql<number>`(${paidAs('buyer_id')} or ${paidAs('seller_id')})`;
}

/** Destroys an unclaimed file. The cron job deletes the encrypted object, if the bucket has one. */
export async function giveUpFile(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  await db
    .update(ticketFiles)
    .set({ destroyed_at: now, wrapped_key: null })
    .where(and(eq(ticketFiles.id, id), isNull(ticketFiles.claimed_at), isNull(ticketFiles.destroyed_at)));
}
