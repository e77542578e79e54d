import { and, eq, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm';
import { ingestDeliveries, type IngestDelivery } from '../../../../drizzle/tables/nights/ingest-deliveries.ts';
import type { Db } from '../../../context.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { deleteSome, MOST_DELETED } from '../../../http/database/delete-some.ts';

const RUNNING = 102;
/** A delivery that runs longer than this has lost its Worker, so a repeat may process it. */
const ABANDONED_MS = MINUTE;

export type Outcome = Pick<
  IngestDelivery,
  'status' | 'response' | 'created' | 'updated' | 'failed' | 'error' | 'source'
>;

export type Claim =
  | { state: 'ours'; id: string }
  | { state: 'running' }
  | { state: 'other_body' }
  | { state: 'answered'; status: number; response: string };

/**
 * Claims the webhook-id for this delivery, unless another delivery has it. A repeat takes the id over from an
 * abandoned delivery. One round trip.
 */
export async function claimDelivery(
  db: Db,
  { webhook_id, body_digest, now }: { webhook_id: string; body_digest: string; now: Date },
): Promise<Claim> {
  const id = crypto.randomUUID();
  const claim = db
    .insert(ingestDeliveries)
    .values({ id, webhook_id, body_digest, status: RUNNING, response: '', duration_ms: 0, received_at: now })
    .onConflictDoUpdate({
      target: ingestDeliveries.webhook_id,
      set: { id, received_at: now },
      setWhere: and(
        isSameBody(body_digest),
        eq(ingestDeliveries.status, RUNNING),
        lte(ingestDeliveries.received_at, new Date(now.getTime() - ABANDONED_MS)),
      ),
    });
  const [, [row]] = await db.batch([claim, deliveryOf(db, webhook_id)]);
  if (row?.id === id) return { state: 'ours', id };
  return stateOf(row, body_digest);
}

export async function findDelivery(
  db: Db,
  { webhook_id, body_digest }: { webhook_id: string; body_digest: string },
): Promise<Claim> {
  const [row] = await deliveryOf(db, webhook_id);
  return stateOf(row, body_digest);
}

export async function recordDelivery(
  db: Db,
  {
    claim_id,
    sender_id,
    outcome,
    received_at,
    duration_ms,
  }: { claim_id: string | null; sender_id: string | null; outcome: Outcome; received_at: Date; duration_ms: number },
): Promise<void> {
  if (claim_id === null) await db.insert(ingestDeliveries).values({ ...outcome, sender_id, received_at, duration_ms });
  else
    await db
      .update(ingestDeliveries)
      .set({ ...outcome, duration_ms })
      .where(eq(ingestDeliveries.id, claim_id));
}

/** Frees the webhook-id after a failure on our side, so the sender can try again. The record of the failure stays. */
export async function releaseDelivery(
  db: Db,
  { claim_id, duration_ms }: { claim_id: string; duration_ms: number },
): Promise<void> {
  await db
    .update(ingestDeliveries)
    .set({
      webhook_id: sql`null`,
      body_digest: sql`null`,
      status: 500,
      error: 'Something broke on our side.',
      duration_ms,
    })
    .where(eq(ingestDeliveries.id, claim_id));
}

/** Forgets up to 1,000 old webhook-ids and deletes up to 1,000 old deliveries. One round trip. */
export async function forgetDeliveries(
  db: Db,
  { ids_before, rows_before }: { ids_before: Date; rows_before: Date },
): Promise<void> {
  const { id, webhook_id, received_at } = ingestDeliveries;
  const old = db
    .select({ id })
    .from(ingestDeliveries)
    .where(and(isNotNull(webhook_id), lt(received_at, ids_before)))
    .limit(MOST_DELETED);
  const nameless = { webhook_id: sql`null`, body_digest: sql`null` };
  await db.batch([
    db.update(ingestDeliveries).set(nameless).where(inArray(id, old)),
    deleteSome(db, ingestDeliveries, lt(received_at, rows_before)),
  ]);
}

const isSameBody = (digest: string) => eq(ingestDeliveries.body_digest, digest);

function deliveryOf(db: Db, webhookId: string) {
  return db
    .select({
      id: ingestDeliveries.id,
      status: ingestDeliveries.status,
      response: ingestDeliveries.response,
      body_digest: ingestDeliveries.body_digest,
    })
    .from(ingestDeliveries)
    .where(eq(ingestDeliveries.webhook_id, webhookId));
}

function stateOf(row: Pick<IngestDelivery, 'status' | 'response' | 'body_digest'> | undefined, digest: string): Claim {
  if (row && row.body_digest !== digest) return { state: 'other_body' };
  if (!row || row.status === RUNNING) return { state: 'running' };
  return { state: 'answered', status: row.status, response: row.response };
}
