import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';

export function findUnasked(db: Db, { limit }: { limit: number }) {
  return db
    .select({
      id: ticketRequests.id,
      event_id: ticketRequests.event_id,
      listing_id: ticketRequests.listing_id,
      group_id: ticketRequests.group_id,
      quantity: ticketRequests.quantity,
      answer: ticketRequests.answer,
      name: profiles.display_name,
      answer_by: ticketRequests.expires_at,
      receives_cents: sql<number>`${payments.tickets_cents} - ${payments.seller_fee_cents}`.as('receives_cents'),
    })
    .from(payments)
    .innerJoin(ticketRequests, eq(ticketRequests.id, payments.request_id))
    .leftJoin(profiles, eq(profiles.id, ticketRequests.seller_id))
    .where(and(eq(payments.status, 'authorized'), isNull(payments.seller_asked_at)))
    .orderBy(asc(payments.authorized_at))
    .limit(limit);
}

/** Stores the mails and `seller_asked_at` in one transaction, so that parallel calls ask no seller twice. */
export async function writeAsked(
  db: Db,
  { ids, mails, now }: { ids: readonly string[]; mails: readonly Statement[]; now: Date },
): Promise<void> {
  const asked = db
    .update(payments)
    .set({ seller_asked_at: now })
    .where(and(inArray(payments.request_id, [...ids]), isNull(payments.seller_asked_at)));
  await runWrites(db, [...mails, asked]);
}
