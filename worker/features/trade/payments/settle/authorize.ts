import { isOtherThanShown } from '../../../../contract/nights/events/guarded-edits.ts';
import { DAY } from '../../../../contract/time/durations.ts';
import { holdEnd } from '../../../../contract/trade/ticket-expiry.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { keepMark } from '../../../../http/shared/people/shared-mark.ts';
import type { Intent } from '../../provider/provider.ts';
import { askSeller, dropRequest } from './statements.db.ts';
import { after, earliest, type Snapshot, step, type StepResult } from './step.ts';

/** We stop relying on an authorization this long before it ends, in ms. */
const SPARE_MS = DAY;

/**
 * Records the authorization, and stores the card's fingerprint, which can reveal that one person has two accounts.
 * `also` runs in the same transaction. If the event has moved to another day or more than an hour earlier since
 * checkout, only declines the request.
 */
export async function authorize(
  snapshot: Snapshot,
  intent: Intent,
  also: readonly Statement[] = [],
): Promise<StepResult> {
  const { sale, env, db, now } = snapshot;
  const { payment, request, event, is_verified } = sale;
  // Nobody is charged for a different night than the one they saw. The next step cancels the authorization.
  if (isOtherThanShown(payment, event)) return step(snapshot, {}, [dropRequest(db, payment.request_id, 'declined')]);
  const capture_before = captureBefore(intent, now);
  const usual = holdEnd({ now, start_at: payment.promised_start_at, is_verified });
  const expires_at = earliest(usual, after(capture_before, -SPARE_MS)) ?? usual;
  const charge_id = intent.latest_charge?.id ?? null;
  const fingerprint = intent.latest_charge?.payment_method_details?.card?.fingerprint;
  return step(snapshot, { status: 'authorized', intent_id: intent.id, charge_id, capture_before, authorized_at: now }, [
    askSeller(db, { id: payment.request_id, expires_at, is_instant: payment.sold_at_once, now }),
    ...(fingerprint
      ? await keepMark({ env, db }, { user_id: request.buyer_id, kind: 'card', value: fingerprint })
      : []),
    ...also,
  ]);
}

/** Returns when the authorization ends. Assumes a week if the provider does not say. */
export function captureBefore(intent: Intent, now: Date): Date {
  const seconds = intent.latest_charge?.payment_method_details?.card?.capture_before;
  return seconds ? new Date(seconds * 1000) : after(now, 7 * DAY);
}
