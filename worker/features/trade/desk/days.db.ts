import { sql } from 'drizzle-orm';
import type { Db } from '../../../context.ts';
import type { Day } from '../../../contract/nights/last-days.ts';

/** The money of one day, in cents. `held_cents` is what was held at the end of the day. */
export interface DayOfMoney {
  day: string;
  held_cents: number;
  paid_cents: number;
  refunded_cents: number;
  fees_cents: number;
}

interface DaySums extends Omit<DayOfMoney, 'held_cents'> {
  grew: number;
}

/**
 * Sums the money of each day. The last day must be today. Reads only the transfers of these days: `held_cents` is
 * calculated backward from the money that is held now.
 */
export async function sumDays(db: Db, { days }: { days: readonly Day[] }): Promise<DayOfMoney[]> {
  const [sums, [now]] = await Promise.all([
    db.all<DaySums>(sql`select json_each.value ->> 'day' as day,
      coalesce(sum(case when credit glob 'hold:*' then amount_cents else 0 end)
        - sum(case when debit glob 'hold:*' then amount_cents else 0 end), 0) as grew,
      coalesce(sum(case when debit glob 'payable:*' and credit = 'provider' then amount_cents
        when debit = 'provider' and credit glob 'payable:*' then -amount_cents else 0 end), 0) as paid_cents,
      coalesce(sum(case when debit glob 'refund_due:*' and credit = 'provider' then amount_cents
        when debit = 'provider' and credit glob 'refund_due:*' then -amount_cents else 0 end), 0) as refunded_cents,
      coalesce(sum(case when credit = 'income:fees' then amount_cents when debit = 'income:fees' then -amount_cents
        else 0 end), 0) as fees_cents
      from json_each(${JSON.stringify(days)})
      left join ledger_transfers on at >= json_each.value ->> 'from' and at < json_each.value ->> 'until'
      group by json_each.key order by json_each.key`),
    db.all<{ held: number }>(sql`select coalesce(sum(credits_cents - debits_cents), 0) as held from ledger_accounts
      where debits_cents <> credits_cents and name > 'hold:' and name < 'hold;'`),
  ]);
  let held = now?.held ?? 0;
  const ended: DayOfMoney[] = [];
  for (const { grew, ...sum } of sums.toReversed()) {
    ended.push({ ...sum, held_cents: held });
    held -= grew;
  }
  return ended.toReversed();
}
