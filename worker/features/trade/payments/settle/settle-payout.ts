import type Stripe from 'stripe';
import { HOUR, MINUTE } from '../../../../contract/time/durations.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import { book } from './commit.db.ts';
import { payoutDue } from './deadlines.rules.ts';
import { splitLeft } from './money-split.rules.ts';
import type { Sale } from './sale.db.ts';
import { dropPayout, endHolds, setPayout } from './statements.db.ts';
import { after, type Look, step, type Turn } from './turn.ts';

/** How long a payout waits after the provider has refused it, in ms. */
const WAIT_MS = HOUR;

/** How long a transfer that was asked for may be on its way, in ms. No run of the Worker lasts as long. */
const SENDING_MS = 20 * MINUTE;

/** True once the amount of a payout is decided and before it has been sent. */
const isFixed = ({ payout }: Sale) =>
  payout !== null && payout.sent_at === null && (payout.paid_cents > 0 || payout.recouped_cents > 0);

/**
 * Decides what a payout that may leave pays the seller, and what it keeps for the seller's debt. `sendPayout` then
 * sends it. If the night is moved, so is the time at which its money may leave.
 */
export async function settlePayout(look: Look): Promise<Turn | null> {
  const { sale, db, now } = look;
  const { payment, payout, request, seller } = sale;
  const due_at = payoutDue(sale.event);
  const isOpen = payout?.status === 'due' || payout?.status === 'frozen';
  if (isOpen && payout.due_at.getTime() !== due_at.getTime())
    return step(look, {}, [setPayout(db, payment.request_id, { due_at })]);
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
  if (seller_cents === 0) return step(look, {}, dropPayout(db, request_id, now));
  const recouped_cents = Math.min(seller.debt_cents, seller_cents);
  const legs = [
    { debit: `payable:${request.seller_id}`, credit: `receivable:${request.seller_id}`, amount_cents: recouped_cents },
  ];
  return step(look, {}, [
    setPayout(db, request_id, {
      recouped_cents,
      paid_cents: seller_cents - recouped_cents,
      send_at: after(now, SENDING_MS),
    }),
    ...book(db, { cause: `recouped:${request_id}:${payout.attempt}`, legs, request_id, now }),
  ]);
}

/**
 * Sends a payout whose amount is decided, once, before anything else may change the sale. The transfer is looked up by
 * its group before it is asked for, so that a lost answer pays nobody twice. After a definite refusal nothing is
 * decided any more. Nor is it once the payout is held: `send_at` is then the time until which a transfer may still be
 * on its way.
 */
export async function sendPayout(look: Look): Promise<Turn | null> {
  const { sale, db, provider, now } = look;
  const { payout, seller } = sale;
  if (!payout || !isFixed(sale)) return null;
  const isHeld = payout.status === 'frozen';
  if (payout.paid_cents === 0) return isHeld ? undecide(look) : recordPayout(look, null);
  const { request_id, send_at } = payout;
  const [made] = await provider.listTransfers({ transfer_group: request_id });
  if (made) return recordPayout(look, made);
  const isOnItsWay = send_at !== null && send_at > now;
  if (isHeld) return isOnItsWay ? { until: send_at } : undecide(look);
  if (!isOnItsWay) return step(look, {}, [setPayout(db, request_id, { send_at: after(now, SENDING_MS) })]);
  const params = {
    amount: payout.paid_cents,
    currency: 'usd',
    destination: seller.provider_id!,
    transfer_group: request_id,
    metadata: { request_id },
  };
  try {
    return await recordPayout(look, await provider.createTransfer(params, `${request_id}:payout:${payout.attempt}`));
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    return error.status < 500
      ? undecide(look, { last_error: error.message, send_at: after(now, WAIT_MS) })
      : step(look, { last_error: error.message }, [
          setPayout(db, sale.payment.request_id, { attempt: payout.attempt + 1 }),
        ]);
  }
}

/**
 * The amount of a payout is open again: the key of its transfer can never succeed, so that the seller's account or our
 * balance must change first, or the payout is held.
 */
function undecide(look: Look, { last_error, send_at }: { last_error?: string; send_at?: Date } = {}): Promise<Turn> {
  const { sale, db, now } = look;
  const { request, payment, payout } = sale;
  const { attempt, recouped_cents } = payout!;
  const { request_id } = payment;
  const legs = [
    { debit: `receivable:${request.seller_id}`, credit: `payable:${request.seller_id}`, amount_cents: recouped_cents },
  ];
  return step(look, last_error === undefined ? {} : { last_error }, [
    setPayout(db, request_id, { attempt: attempt + 1, paid_cents: 0, recouped_cents: 0, ...(send_at && { send_at }) }),
    ...book(db, { cause: `not-recouped:${request_id}:${attempt}`, legs, request_id, now }),
  ]);
}

function recordPayout(look: Look, made: Stripe.Transfer | null): Promise<Turn> {
  const { sale, db, now } = look;
  const { payment, request, payout } = sale;
  const { request_id } = payment;
  const legs = [
    { debit: `payable:${request.seller_id}`, credit: 'provider', amount_cents: payout!.paid_cents, ref: made?.id },
  ];
  return step(look, {}, [
    setPayout(db, sale.payment.request_id, { status: 'sent', sent_at: now, transfer_id: made?.id ?? null }),
    endHolds(db, request_id, now),
    ...book(db, { cause: `paid:${request_id}`, legs, request_id, now }),
  ]);
}
