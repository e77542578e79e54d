import { and, eq, inArray, sql } from 'drizzle-orm';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { CHECK_AGAIN_MS } from '../../../contract/trade/payment-times.ts';

/**
 * Returns whether the caller must ask the provider about the payment. All open pages of the payment together ask at
 * most once in two seconds.
 */
export async function claimPaymentCheck(
  db: Db,
  { id, buyer_id, now }: { id: string; buyer_id: string; now: Date },
): Promise<boolean> {
  const isOwn = sql`exists (select 1 from ${ticketRequests} where ${ticketRequests.id} = ${id}
    and ${ticketRequests.buyer_id} = ${buyer_id})`;
  const isTime = sql`coalesce(${payments.looked_at}, 0) <= ${now.getTime() - CHECK_AGAIN_MS}`;
  const marked = await db
    .update(payments)
    .set({ looked_at: now })
    .where(and(eq(payments.request_id, id), inArray(payments.status, ['awaiting', 'authorized']), isOwn, isTime))
    .returning({ id: payments.request_id });
  return marked.length > 0;
}
