import { eq, sql } from 'drizzle-orm';
import { handoverRow, paymentRow, promisedOf } from '../../../../drizzle/seed/payment-rows.ts';
import { listingRow, profileRow, ticketRequestRow } from '../../../../drizzle/seed/rows.ts';
import { listingTicketRow, ticketFileRow } from '../../../../drizzle/seed/ticket-rows.ts';
import {
  handovers,
  type Listing,
  listings,
  listingTickets,
  payments,
  problems,
  profiles,
  ticketFiles,
  ticketRequests,
} from '../../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../people/auth.ts';
import { db } from '../db.ts';
import { eventWithTickets } from './event-with-tickets.ts';
import type { Deal } from './paid-deal.ts';
import { factsOf } from './paid-deal.ts';

export async function giveTickets({ id, event_id, seller_id, quantity }: Listing): Promise<void> {
  for (let at = 0; at < quantity; at++) {
    const file = ticketFileRow({ owner_id: seller_id });
    await db.insert(ticketFiles).values(file);
    await db.insert(listingTickets).values(listingTicketRow({ listing_id: id, event_id, seller_id, file_id: file.id }));
  }
}

/** Adds a sale of this seller to a stranger, who has received the ticket. The ledger gets no entries. */
export async function soldToStranger(seller_id: string): Promise<void> {
  const { event, listed } = await eventWithTickets([{ seller_id, quantity: 1 }]);
  const buyer = profileRow();
  const request = ticketRequestRow({
    event_id: event.id,
    listing_id: listed[0]!.id,
    buyer_id: buyer.id,
    seller_id,
    status: 'accepted',
  });
  await db.insert(profiles).values(buyer);
  await db.insert(ticketRequests).values(request);
  await db.insert(payments).values(paymentRow({ request_id: request.id, ...promisedOf(event), status: 'captured' }));
  await db
    .insert(handovers)
    .values(handoverRow({ request_id: request.id, due_at: event.start_at, status: 'received' }));
}

/**
 * Adds a new seller's listing to the event of a deal. By default, this seller has sold before, and the ticket is a file
 * that is “sold at once”.
 */
export async function listOther(deal: Pick<Deal, 'event'>, over: Partial<Listing> = {}, { isNew = false } = {}) {
  const seller = await signedInAs('user');
  if (!isNew) await soldToStranger(seller.user.id);
  const row = {
    event_id: deal.event.id,
    seller_id: seller.user.id,
    quantity: 1,
    is_instant: true,
    handover_kind: 'file',
    ...over,
  } as const;
  const listing = listingRow(row);
  await db.insert(listings).values(listing);
  if (listing.handover_kind === 'file') await giveTickets(listing);
  return { seller, listing };
}

export async function replacementOf(deal: Deal): Promise<Deal | null> {
  const [row] = await db.select().from(payments).where(eq(payments.replaces, deal.id));
  return row ? { ...deal, id: row.request_id } : null;
}

export const problemOf = async ({ id }: Deal) =>
  (
    await db
      .select()
      .from(problems)
      .where(eq(problems.request_id, id))
      .orderBy(sql`rowid desc`)
      .limit(1)
  )[0] ?? null;

export const ticketsOf = async ({ id }: Deal) =>
  (await db.select().from(listingTickets).where(eq(listingTickets.request_id, id))).map((row) => row.id);

export const openTickets = ({ id }: Deal) =>
  db.update(listingTickets).set({ shown_at: new Date() }).where(eq(listingTickets.request_id, id));

export const handoverStatus = async (deal: Deal) => (await factsOf(deal)).handover?.status;
