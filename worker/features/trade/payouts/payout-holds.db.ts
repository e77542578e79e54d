import { type SQL, sql } from 'drizzle-orm';
import { payoutHolds } from '../../../../drizzle/tables/trade/money/payout-holds.ts';
import type { HoldReason } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';

/**
 * Stores a reason to freeze a payout. Does nothing if the payment was voided or failed, if the payout has ended, if
 * this reason already holds it, or if `may` is false.
 */
export const holdPayout = (
  db: Db,
  {
    request_id,
    reason,
    source,
    now,
    may = sql`true`,
  }: { request_id: string; reason: HoldReason; source: string; now: Date; may?: SQL },
) =>
  insertFrom(db, payoutHolds, {
    row: { request_id, reason, source, began_at: now },
    from: sql`from payments where request_id = ${request_id} and ${may}
      and status in ('awaiting', 'authorized', 'captured')
      and not exists (select 1 from payouts where request_id = ${request_id}
        and status in ('sent', 'reversed', 'dropped'))`,
  }).onConflictDoNothing();
