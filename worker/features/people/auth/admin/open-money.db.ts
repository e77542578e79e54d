import { sql } from 'drizzle-orm';
import type { Db } from '../../../../context.ts';
import { PAYOUT_MOVES, UNCHARGED } from '../../../../contract/trade/payment-moves.ts';
import { movesTo } from '../../../../contract/trade/ticket-moves.ts';

const among = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;

/** The keys are the columns of the query in `whyMoneyIsOpen`. */
const WHY = {
  is_unpaid: "A sale isn't paid out yet: Payouts says when it will be.",
  is_awaited: "It paid for tickets that aren't confirmed yet: once you have them, say so in My tickets.",
  is_charged: 'An accepted request is about to be charged: wait a few minutes.',
  is_disputed: 'A bank is reviewing one of its payments: wait for the decision.',
};

/**
 * Says which money keeps an account from being deleted, and what to do about it. The reasons must be those of the view
 * `open_money`.
 */
export async function whyMoneyIsOpen(db: Db, id: string): Promise<string> {
  const [found] = await db.all<Record<keyof typeof WHY, number>>(sql`select
    exists (select 1 from payouts where seller_id = ${id}
      and status in ${among(movesTo(PAYOUT_MOVES, 'sent'))}) as is_unpaid,
    exists (select 1 from ticket_requests as request join handovers as handover on handover.request_id = request.id
      where request.buyer_id = ${id} and handover.ended_at is null) as is_awaited,
    exists (select 1 from ticket_requests as request join payments as payment on payment.request_id = request.id
      where ${id} in (request.buyer_id, request.seller_id) and request.status = 'pending'
        and request.answer = 'accepted' and payment.status in ${among(UNCHARGED)}) as is_charged,
    exists (select 1 from ticket_requests as request join disputes as dispute on dispute.request_id = request.id
      where request.buyer_id = ${id} and dispute.status = 'open') as is_disputed`);
  return Object.entries(WHY)
    .flatMap(([key, text]) => (found?.[key as keyof typeof WHY] ? [text] : []))
    .join(' ');
}
