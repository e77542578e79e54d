import type { Db, Sender } from '../../../context.ts';
import { MAX_INGEST_ITEMS, type IngestResult } from '../../../contract/nights/ingest.ts';
import { sha256Hex } from '../../../http/security/crypto.ts';
import { readJson } from '../../../http/answers/body.ts';
import { DomainError, idReused, stillRunning, tooManyItems } from '../../../http/answers/errors.ts';
import { functionError } from '../../../http/answers/answer-error.ts';
import { log } from '../../../http/log.ts';
import {
  claimDelivery,
  findDelivery,
  recordDelivery,
  releaseDelivery,
  type Claim,
  type Outcome,
} from './deliveries.db.ts';
import { storeEvents } from './store-events.ts';

/** How long a repeated delivery waits for the response to the first one. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** `updated_slugs` and `has_changed` say which cached pages must be purged. */
export interface Answer {
  status: number;
  response: string;
  updated_slugs: string[];
  has_changed: boolean;
}

/**
 * Stores the events of a delivery. A repeated webhook-id changes nothing and gets the first response again. If that
 * response is not ready yet, the repeat waits for it. Throws `request.conflict` if the wait is too long, and
 * `ingest.id_reused` if the id was used with another body.
 */
export async function receive(
  db: Db,
  { sender, bytes, now }: { sender: Sender; bytes: ArrayBuffer; now: Date },
): Promise<Answer> {
  const { webhook_id } = sender;
  const body_digest = await sha256Hex(bytes);
  const claim = webhook_id === null ? null : await claimDelivery(db, { webhook_id, body_digest, now });
  if (claim && webhook_id !== null && claim.state !== 'ours')
    return firstAnswer(db, { webhook_id, body_digest, claim });
  const claim_id = claim?.state === 'ours' ? claim.id : null;
  const duration = () => Date.now() - now.getTime();
  try {
    const { results, outcome } = await outcomeOf(db, { sender, bytes, now });
    await recordDelivery(db, {
      claim_id,
      sender_id: sender.person_id,
      outcome,
      received_at: now,
      duration_ms: duration(),
    });
    const updated = results.flatMap((result) =>
      'action' in result && result.action === 'updated' ? [result.slug] : [],
    );
    return { ...outcome, updated_slugs: [...new Set(updated)], has_changed: outcome.created + outcome.updated > 0 };
  } catch (error) {
    if (claim_id !== null) {
      await releaseDelivery(db, { claim_id, duration_ms: duration() }).catch((second: unknown) =>
        log('error', 'a failed delivery stays claimed', { claim_id, error: String(second) }),
      );
    }
    throw error;
  }
}

async function firstAnswer(
  db: Db,
  { webhook_id, body_digest, claim }: { webhook_id: string; body_digest: string; claim: Claim },
): Promise<Answer> {
  let first = claim;
  for (let waited = 0; first.state !== 'answered'; waited += LOOK_EVERY_MS) {
    if (first.state === 'other_body') throw idReused();
    if (waited >= PATIENCE_MS) throw stillRunning();
    await scheduler.wait(LOOK_EVERY_MS);
    first = await findDelivery(db, { webhook_id, body_digest });
  }
  return { status: first.status, response: first.response, updated_slugs: [], has_changed: false };
}

/** Stores the events. A refusal of the whole body is an outcome too, so that a repeated webhook-id gets it again. */
async function outcomeOf(
  db: Db,
  { sender, bytes, now }: { sender: Sender; bytes: ArrayBuffer; now: Date },
): Promise<{ results: IngestResult[]; outcome: Outcome }> {
  try {
    const payload = await readPayload(bytes);
    const sent = Array.isArray(payload) ? (payload as unknown[]) : [payload];
    const results = await storeEvents(db, { sent, owner: sender, now });
    const single = Array.isArray(payload) ? null : results[0]!;
    const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
    const actions = results.flatMap((result) => ('action' in result ? [result.action] : []));
    const outcome = {
      status: single && 'error' in single ? 422 : 200,
      response: JSON.stringify(single ?? { results }),
      created: actions.filter((action) => action === 'created').length,
      updated: actions.filter((action) => action === 'updated').length,
      failed: errors.length,
      error: errors[0] ?? null,
      source: sender.source ?? sourceOf(sent[0]),
    };
    return { results, outcome };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { status, message } = error;
    const counts = { created: 0, updated: 0, failed: 0 };
    return {
      results: [],
      outcome: {
        status,
        response: JSON.stringify(functionError(error)),
        ...counts,
        error: message,
        source: sender.source,
      },
    };
  }
}

async function readPayload(bytes: ArrayBuffer): Promise<unknown> {
  const payload = await readJson({
    text: async () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes),
  });
  if (Array.isArray(payload) && payload.length > MAX_INGEST_ITEMS) throw tooManyItems(payload.length, MAX_INGEST_ITEMS);
  return payload;
}

function sourceOf(first: unknown): string | null {
  const source = typeof first === 'object' && first !== null && 'source' in first ? first.source : null;
  return typeof source === 'string' ? source.slice(0, 60) : null;
}
