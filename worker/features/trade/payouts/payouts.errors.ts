import { conflict } from '../listings/tickets.errors.ts';
import { priceText } from '../../../contract/trade/money.ts';
import { DomainError } from '../../../http/answers/errors.ts';

export const noPayoutAccount = () =>
  conflict('payments.no_payout_account', "We can't pay you yet. Set up payouts first.");

/** The amounts are in dollars. */
export const nothingToPay = ({ ready, debt, least }: { ready: number; debt: number; least: number }) => {
  const owed = debt > 0 ? `, and you owe ${priceText(debt)}` : '';
  return conflict(
    'payments.nothing_ready',
    `${priceText(ready)} is ready${owed}. You can get paid once it's at least ${priceText(least)}. The list shows when each sale is ready.`,
  );
};

export const providerUnavailable = () =>
  new DomainError({
    code: 'payments.provider_unavailable',
    status: 503,
    message: "Our payment provider isn't responding. Try again in a minute.",
    retryAfterSeconds: 60,
  });

export const payoutsNeedAddress = () =>
  conflict(
    'payments.no_payout_account',
    'Your account has no email address, and the payment provider needs one. Add it on your account page, then set up payouts.',
  );

export const onlySellers = () =>
  new DomainError({
    code: 'tickets.not_reseller',
    status: 403,
    message: "Only verified resellers can get paid here. Apply under Sell tickets, and we'll answer by email.",
  });
