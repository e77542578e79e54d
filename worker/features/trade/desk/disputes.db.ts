import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { disputes } from '../../../../drizzle/tables/trade/money/disputes.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { decidedMeanwhile } from './admin.errors.ts';
import { brief } from './stranded.db.ts';
import { isNoParty, ofRequest, refuseParty } from './two-people.db.ts';

const SHOWN = 100;
export function findDisputes(db: Db) {
  return db
    .select({
      dispute: disputes,
      event_title: brief.event_title,
      buyer_email: brief.buyer_email,
    })
    .from(disputes)
    .innerJoin(ticketRequests, eq(ticketRequests.id, disputes.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .orderBy(sql`${disputes.status} = 'open' desc`, asc(disputes.evidence_due_by), asc(disputes.opened_at))
    .limit(SHOWN);
}

/** Throws `request.not_found`. */
export async function findDispute(db: Db, { id }: { id: string }) {
  const [dispute] = await db.select().from(disputes).where(eq(disputes.provider_id, id));
  if (!dispute) throw notFound();
  return dispute;
}

/**
 * Records that staff send evidence for a dispute. Throws `payments.party` if the admin has a part in the sale. Throws
 * `payments.decided` if evidence was already sent or the dispute is closed.
 */
export async function noteEvidence(
  db: Db,
  { id, request_id, text, stamp }: { id: string; request_id: string; text: string; stamp: AuditStamp },
): Promise<void> {
  const run = db
    .update(disputes)
    .set({ evidence_sent_at: stamp.at, evidence_sent_by: stamp.actor_id })
    .where(
      and(
        eq(disputes.provider_id, id),
        isNull(disputes.evidence_sent_at),
        eq(disputes.status, 'open'),
        isNoParty(request_id, stamp),
      ),
    );
  const after = { dispute: id, text };
  const change = { run, ...ofRequest(request_id), action: 'dispute.evidence', before: null, after };
  if (await tryAudited(db, { stamp, changes: [change] })) return;
  await refuseParty(db, { request_id, stamp });
  throw decidedMeanwhile();
}

export async function forgetEvidence(db: Db, { id, stamp }: { id: string; stamp: AuditStamp }): Promise<void> {
  await db
    .update(disputes)
    .set({ evidence_sent_at: null, evidence_sent_by: null })
    .where(
      and(
        eq(disputes.provider_id, id),
        eq(disputes.evidence_sent_at, stamp.at),
        eq(disputes.evidence_sent_by, stamp.actor_id),
      ),
    );
}
