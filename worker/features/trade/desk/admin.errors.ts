import { conflict } from '../listings/tickets.errors.ts';
import { centsText } from '../../../contract/trade/money.ts';
import { DomainError } from '../../../http/answers/errors.ts';

export const notPaid = () => conflict('payments.not_paid', "This request isn't paid yet. Come back once it is.");

export const refundTooLarge = (leftCents: number) =>
  conflict(
    'payments.refund_too_large',
    leftCents > 0
      ? `At most ${centsText(leftCents)} of this payment can still be refunded. Refund that or less.`
      : 'This payment is already fully refunded.',
  );

export const keyReused = () =>
  new DomainError({
    code: 'payments.key_reused',
    status: 422,
    message: 'This Idempotency-Key was already used for something else. Use a new key for each new request.',
  });

export const needsAnother = () =>
  new DomainError({
    code: 'payments.second_person',
    status: 403,
    message: 'You asked for this yourself. Another admin must agree.',
  });

export const partyMayNot = () =>
  new DomainError({
    code: 'payments.party',
    status: 403,
    message: 'You are the buyer, the seller or an organizer here. Another admin must decide about this money.',
  });

/** Refuses a decision that is no longer open, because somebody else or a deadline decided it. */
export const decidedMeanwhile = () =>
  conflict('payments.decided', 'This is no longer open. Reload the request to see what happened.');

export const moreThanOwed = (owedCents: number) =>
  conflict('payments.more_than_owed', `This seller owes ${centsText(owedCents)}. Enter that or less.`);

export const providerFailed = (reason: string) =>
  new DomainError({
    code: 'payments.provider',
    status: 503,
    message: `The payment provider refused this: ${reason} Try again in a moment.`,
    retryAfterSeconds: 30,
  });
