import { priceText } from '../../../contract/trade/money.ts';
import { DomainError } from '../../../http/answers/errors.ts';

export const noPayoutAccount = () =>
  new DomainError({
    code: 'payments.no_payout_account',
    status: 409,
    message: 'You cannot be paid yet. Set up payouts first.',
  });

/** `ready` is what may leave, `debt` what the seller owes, both in dollars. */
export const nothingToPay = ({ ready, debt, least }: { ready: number; debt: number; least: number }) => {
  const owed = debt > 0 ? `, and you owe ${priceText(debt)}` : '';
  return new DomainError({
    code: 'payments.nothing_ready',
    status: 409,
    message: `${priceText(ready)} is ready${owed}. You can be paid from ${priceText(least)}. The list says when each sale is ready.`,
  });
};

export const providerUnavailable = () =>
  new DomainError({
    code: 'payments.provider_unavailable',
    status: 503,
    message: 'Our payment provider does not answer at the moment. Try again in a minute.',
    retryAfterSeconds: 60,
  });

export const payoutsNeedAddress = () =>
  new DomainError({
    code: 'payments.no_payout_account',
    status: 409,
    message:
      'Your account has no email address, and the payment provider needs one. Add it on your account page, then set up payouts.',
  });

export const onlySellers = () =>
  new DomainError({
    code: 'tickets.not_reseller',
    status: 403,
    message: 'Only verified resellers are paid here. Apply under Sell tickets, we answer by email.',
  });
