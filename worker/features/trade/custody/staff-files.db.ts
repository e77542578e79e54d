import { sql } from 'drizzle-orm';
import { type TicketFile, ticketFiles } from '../../../../drizzle/tables/trade/ticket-files.ts';
import type { Db } from '../../../context.ts';

/** Finds a file that belongs to a ticket request with a problem. Returns undefined for any other file. */
export async function findFileOfProblem(
  db: Db,
  id: string,
): Promise<{ file: TicketFile; request_id: string } | undefined> {
  const request_id = sql<
    string | null
  >`(select problem.request_id from problems as problem where ${id} in (problem.file_id, problem.seller_file_id)
    or problem.request_id = (select ticket.request_id from listing_tickets as ticket where ticket.file_id = ${id})
    or problem.request_id = (select handover.request_id from handovers as handover where handover.proof_file_id = ${id})
      limit 1)`;
  const [found] = await db
    .select({ file: ticketFiles, request_id: request_id.as('of_request') })
    .from(ticketFiles)
    .where(sql`${ticketFiles.id} = ${id}`);
  return found?.request_id ? { file: found.file, request_id: found.request_id } : undefined;
}
