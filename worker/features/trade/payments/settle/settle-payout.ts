import type Stripe from 'stripe';
import { HOUR, MINUTE } from '../../../../contract/time/durations.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import { book } from './commit.db.ts';
import { payoutDue } from './deadlines.rules.ts';
import { splitLeft } from './money-split.rules.ts';
import type { Sale } from './sale.db.ts';
import { dropPayout, endHolds, setPayout } from './statements.db.ts';
import { after, type Snapshot, step, type StepResult } from './step.ts';

const WAIT_MS = HOUR;

/** How long a requested transfer can be on its way, in ms. No run of the Worker lasts that long. */
const SENDING_MS = 20 * MINUTE;

/** The amount of the payout is decided, but not sent yet. */
const isFixed = ({ payout }: Sale) =>
  payout !== null && payout.sent_at === null && (payout.paid_cents > 0 || payout.recouped_cents > 0);

/** Decides how much a due payout pays and how much it keeps for the seller's debt. `sendPayout` sends it. */
export async function settlePayout(snapshot: Snapshot): Promise<StepResult | null> {
  const { sale, db, now } = snapshot;
  const { payment, payout, request, seller } = sale;
  const due_at = payoutDue(sale.event);
  const isOpen = payout?.status === 'due' || payout?.status === 'frozen';
  if (isOpen && payout.due_at.getTime() !== due_at.getTime())
    return step(snapshot, {}, [setPayout(db, payment.request_id, { due_at })]);
  if (
    payout?.status !== 'due' ||
    !payout.send_at ||
    payout.send_at > now ||
    payout.due_at > now ||
    !payment.released_at
  )
    return null;
  if (!seller.can_receive || seller.provider_id === null || sale.disputes.some(({ status }) => status === 'open'))
    return null;
  const { request_id } = payment;
  const { seller_cents } = splitLeft(payment);
  if (seller_cents === 0) return step(snapshot, {}, dropPayout(db, request_id, now));
  const recouped_cents = Math.min(seller.debt_cents, seller_cents);
  const legs = [
    { debit: `payable:${request.seller_id}`, credit: `receivable:${request.seller_id}`, amount_cents: recouped_cents },
  ];
  return step(snapshot, {}, [
    setPayout(db, request_id, {
      recouped_cents,
      paid_cents: seller_cents - recouped_cents,
      send_at: after(now, SENDING_MS),
    }),
    ...book(db, { cause: `recouped:${request_id}:${payout.attempt}`, legs, request_id, now }),
  ]);
}

/**
 * Sends the decided amount as a transfer. First it searches for a transfer that an earlier call made for this sale, so
 * that a lost answer pays nobody twice. If the provider definitely refuses, the amount becomes undecided again. The
 * amount of a held payout also becomes undecided, once no transfer can be on its way any more.
 */
export async function sendPayout(snapshot: Snapshot): Promise<StepResult | null> {
  const { sale, db, provider, now } = snapshot;
  const { payout, seller } = sale;
  if (!payout || !isFixed(sale)) return null;
  const isHeld = payout.status === 'frozen';
  if (payout.paid_cents === 0) return isHeld ? undecide(snapshot) : recordPayout(snapshot, null);
  const { request_id, send_at } = payout;
  const [made] = await provider.listTransfers({ transfer_group: request_id });
  if (made) return recordPayout(snapshot, made);
  const isOnItsWay = send_at !== null && send_at > now;
  if (isHeld) return isOnItsWay ? { until: send_at } : undecide(snapshot);
  if (!isOnItsWay) return step(snapshot, {}, [setPayout(db, request_id, { send_at: after(now, SENDING_MS) })]);
  const params = {
    amount: payout.paid_cents,
    currency: 'usd',
    destination: seller.provider_id!,
    transfer_group: request_id,
    metadata: { request_id },
  };
  try {
    return await recordPayout(
      snapshot,
      await provider.createTransfer(params, `${request_id}:payout:${payout.attempt}`),
    );
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    return error.status < 500
      ? undecide(snapshot, { last_error: error.message, send_at: after(now, WAIT_MS) })
      : step(snapshot, { last_error: error.message }, [
          setPayout(db, sale.payment.request_id, { attempt: payout.attempt + 1 }),
        ]);
  }
}

/**
 * Takes back the decision about the amount, so that `settlePayout` decides again. After a refused transfer, `send_at`
 * delays this, because the provider would refuse again until the seller's account or our balance changes.
 */
function undecide(
  snapshot: Snapshot,
  { last_error, send_at }: { last_error?: string; send_at?: Date } = {},
): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { request, payment, payout } = sale;
  const { attempt, recouped_cents } = payout!;
  const { request_id } = payment;
  const legs = [
    { debit: `receivable:${request.seller_id}`, credit: `payable:${request.seller_id}`, amount_cents: recouped_cents },
  ];
  return step(snapshot, last_error === undefined ? {} : { last_error }, [
    setPayout(db, request_id, { attempt: attempt + 1, paid_cents: 0, recouped_cents: 0, ...(send_at && { send_at }) }),
    ...book(db, { cause: `not-recouped:${request_id}:${attempt}`, legs, request_id, now }),
  ]);
}

function recordPayout(snapshot: Snapshot, made: Stripe.Transfer | null): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { payment, request, payout } = sale;
  const { request_id } = payment;
  const legs = [
    { debit: `payable:${request.seller_id}`, credit: 'provider', amount_cents: payout!.paid_cents, ref: made?.id },
  ];
  return step(snapshot, {}, [
    setPayout(db, sale.payment.request_id, { status: 'sent', sent_at: now, transfer_id: made?.id ?? null }),
    endHolds(db, request_id, now),
    ...book(db, { cause: `paid:${request_id}`, legs, request_id, now }),
  ]);
}
