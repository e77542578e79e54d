import { eq } from 'drizzle-orm';
import { sellerFailures } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../db.ts';
import { post } from './ask-for-tickets.ts';
import { balanceOf, type Deal, dealAt } from './paid-deal.ts';

/** A paid ticket of $25 ($27.50 with fees) that the seller has to transfer outside the app. */
export const sentElsewhere = (
  stage: 'captured' | 'delivered' = 'delivered',
  night: Parameters<typeof dealAt>[1] = {},
) => dealAt(stage, { ...night, listing: { handover_kind: 'transfer' } });

export const report = ({ id, buyer }: Deal, body: { kind?: string; text?: string; file_id?: string }) =>
  post(`/api/ticket-requests/${id}/problem`, { headers: buyer.headers, body });

export const answer = ({ id, seller }: Deal, body: { text: string; file_id?: string }) =>
  post(`/api/ticket-requests/${id}/problem/answer`, { headers: seller.headers, body });

/** A paid ticket of $25 that its seller does not send. */
export const silent = () => dealAt('captured', { listing: { handover_kind: 'transfer' } });

/** The change of the ledger account `provider` in this deal, minus the change of the provider's balance, in cents. */
export const difference = async ({ fake, before }: Deal) =>
  (await balanceOf('provider')) - before - fake.state().balance;

export const failuresOf = ({ seller }: Deal) =>
  db.select().from(sellerFailures).where(eq(sellerFailures.seller_id, seller.user.id));

export const owedBy = ({ seller }: Pick<Deal, 'seller'>) => balanceOf(`receivable:${seller.user.id}`);
