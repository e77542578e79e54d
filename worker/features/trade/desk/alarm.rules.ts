import { HOUR, MINUTE } from '../../../contract/time/durations.ts';
import { dollars, priceText } from '../../../contract/trade/money.ts';

/**
 * After these times, in ms, something has not happened in time: a comparison, a due step of a payment, the end of what
 * is held for a sale that has ended, the answer to an event.
 */
export const LATE_MS = { comparison: 3 * HOUR, settling: 10 * MINUTE, stranded: HOUR, events: 10 * MINUTE };

/** The sentence of the alarm, or null while the books are right. */
export function alarmOf({
  newest,
  hasOldPayment,
  stranded_cents,
  now,
}: {
  newest: { at: Date; difference_cents: number } | null;
  hasOldPayment: boolean;
  stranded_cents: number;
  now: Date;
}): string | null {
  const difference = newest?.difference_cents ?? 0;
  if (difference !== 0) {
    const more = difference > 0 ? 'The provider holds' : 'The ledger holds';
    return `${more} ${priceText(dollars(Math.abs(difference)))} more than ${difference > 0 ? 'the ledger' : 'the provider'} says.`;
  }
  if (stranded_cents > 0)
    return `${priceText(dollars(stranded_cents))} of sales that ended more than an hour ago have gone to nobody.`;
  const isLate = !newest || now.getTime() - newest.at.getTime() > LATE_MS.comparison;
  return hasOldPayment && isLate ? 'The ledger was not compared with the provider for more than three hours.' : null;
}
