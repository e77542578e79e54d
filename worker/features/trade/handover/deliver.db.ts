import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { ticketFiles } from '../../../../drizzle/tables/trade/ticket-files.ts';
import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import type { DomainError } from '../../../http/answers/errors.ts';
import { isFreeFile, step, type Step } from './handover.db.ts';
import { noPicture, proofNeeded } from '../payments/payments.errors.ts';

interface Delivery extends Step {
  proof_file_id?: string | undefined;
}

/** SQL condition: the switch `handover` is on, and the seller must add a picture of the transfer. */
const needsProof = (requestId: string) =>
  sql<number>`(${isLaunched('handover')} and exists (select 1 from ticket_requests as request
    join listings as listing on listing.id = request.listing_id
    where request.id = ${requestId} and listing.handover_kind = 'transfer'))`;

const isFreeProof = (fileId: string, sellerId: string) => isFreeFile(fileId, { owner_id: sellerId, purpose: 'proof' });

/**
 * Marks the tickets of a sale as sent. A repeat changes nothing. Throws `request.invalid` if a picture is missing,
 * `payments.no_picture` if the picture cannot be used, and the errors of `step`.
 */
export function deliver(db: Db, { proof_file_id, ...given }: Delivery) {
  const { id, actor_id, now } = given;
  const { status, due_at } = handovers;
  const proof: SQL = proof_file_id === undefined ? sql`not ${needsProof(id)}` : isFreeProof(proof_file_id, actor_id);
  const change = { status: 'delivered', delivered_at: now, proof_file_id: proof_file_id ?? null } as const;
  const may = and(eq(status, 'due'), gt(due_at, now), proof);
  const also = proof_file_id === undefined ? [] : [claimProof(db, { request_id: id, proof_file_id, now })];
  const explain = (at: HandoverStatus) => (at === 'due' ? explainProof(db, { ...given, proof_file_id }) : null);
  return step(db, { ...given, role: 'seller', change, may, also, explain });
}

const claimProof = (
  db: Db,
  { request_id, proof_file_id, now }: { request_id: string; proof_file_id: string; now: Date },
) =>
  db
    .update(ticketFiles)
    .set({ claimed_at: now })
    .where(
      and(
        eq(ticketFiles.id, proof_file_id),
        isNull(ticketFiles.claimed_at),
        sql`exists (select 1 from handovers as own where own.request_id = ${request_id}
          and own.proof_file_id = ${proof_file_id})`,
      ),
    );

/** Returns null if the picture is not the reason for the refusal. */
async function explainProof(db: Db, { id, actor_id, now, proof_file_id }: Delivery): Promise<DomainError | null> {
  const isWrong =
    proof_file_id === undefined ? needsProof(id) : sql<number>`not ${isFreeProof(proof_file_id, actor_id)}`;
  const [found] = await db
    .select({ is_wrong: isWrong.as('is_wrong') })
    .from(handovers)
    .where(and(eq(handovers.request_id, id), eq(handovers.status, 'due'), gt(handovers.due_at, now)));
  if (!found?.is_wrong) return null;
  return proof_file_id === undefined ? proofNeeded() : noPicture();
}
