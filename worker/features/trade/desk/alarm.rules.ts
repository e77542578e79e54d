import { HOUR, MINUTE } from '../../../contract/time/durations.ts';
import type { OperationsCheck } from '../../../contract/staff/operations.ts';
import { centsText } from '../../../contract/trade/money.ts';

/** The delays after which staff must act, in ms. */
export const LATE_MS = { comparison: 3 * HOUR, settling: 10 * MINUTE, stranded: HOUR, events: 10 * MINUTE };

interface Books {
  newest: { at: Date; difference_cents: number; payout_interval: string | null } | null;
  hasOldPayment: boolean;
  stranded_cents: number;
  now: Date;
}

/** Returns null while the books are right. */
function alarmOf({ newest, hasOldPayment, stranded_cents, now }: Books): string | null {
  const difference = newest?.difference_cents ?? 0;
  if (difference !== 0) {
    const more = difference > 0 ? 'The provider holds' : 'The ledger holds';
    return `${more} ${centsText(Math.abs(difference))} more than ${difference > 0 ? 'the ledger' : 'the provider'} says.`;
  }
  if (stranded_cents > 0)
    return `${centsText(stranded_cents)} from sales that ended more than an hour ago has not reached anybody.`;
  const isLate = !newest || now.getTime() - newest.at.getTime() > LATE_MS.comparison;
  return hasOldPayment && isLate
    ? 'The ledger has not been compared with the provider for more than three hours.'
    : null;
}

/** `net` maps a prefix of ledger accounts, such as `hold`, to their debits minus their credits, in cents. */
export function judgeMoney({ net, ...books }: Books & { net: ReadonlyMap<string, number> }): OperationsCheck[] {
  const owed = ['hold', 'payable', 'refund_due'].reduce((sum, prefix) => sum - (net.get(prefix) ?? 0), 0);
  const balance = (net.get('provider') ?? 0) + (books.newest?.difference_cents ?? 0);
  const interval = books.newest?.payout_interval ?? null;
  return [
    { name: 'Ledger', value: books.newest ? 'compared' : 'no payments yet', sentence: alarmOf(books) },
    {
      name: 'Cover',
      value: `${centsText(balance)} for ${centsText(owed)}`,
      sentence:
        balance < owed
          ? `The balance at the provider is ${centsText(owed - balance)} below what we hold for sales, owe to sellers and have to refund.`
          : null,
    },
    {
      name: 'Automatic payouts',
      value: interval === 'manual' ? 'off' : (interval ?? 'not known yet'),
      sentence:
        interval === null || interval === 'manual'
          ? null
          : `The provider pays our balance out by itself (${interval}), with the money that we hold for others. Set its payouts to manual.`,
    },
  ];
}
