import { eq } from 'drizzle-orm';
import { type Event, listings, listingTickets } from '../../../../drizzle/tables/all-tables.ts';
import { callCounted } from '../call.ts';
import { db } from '../db.ts';
import { launch } from '../launch.ts';
import { listTickets, readyTicket } from './list-files.ts';
import { askAs, type Deal, later, newDeal, pay, step } from './paid-deal.ts';
import { reseller } from '../people/reseller.ts';

const UNDO_MS = 11_000;

/**
 * An approved seller lists two $25 tickets as files, with the codes `code 1` and `code 2`. With `is_only`, the seller
 * lists only the first ticket.
 */
export async function listedDeal({
  event = {},
  bytes,
  shows_at_once = false,
  is_only = false,
}: { event?: Partial<Event>; bytes?: BodyInit; shows_at_once?: boolean; is_only?: boolean } = {}): Promise<Deal> {
  const deal = await newDeal({ event, listing: { status: 'withdrawn' } });
  await launch('handover', true);
  await launch('sell', true);
  const seller = await reseller();
  const first = await readyTicket(seller.headers, 'code 1', bytes ? { bytes } : {});
  const tickets = is_only ? [first] : [first, await readyTicket(seller.headers, 'code 2')];
  const { status, json } = await listTickets(seller.headers, { event_id: deal.event.id, tickets, shows_at_once });
  if (status !== 201) throw new Error(`The listing was refused: ${json.error.message}`);
  const [listing] = await db.select().from(listings).where(eq(listings.id, json.id));
  return { ...deal, seller, listing: listing! };
}

export async function boughtDeal(given: Parameters<typeof listedDeal>[0] = {}, { quantity = 1 } = {}) {
  // If the test gives a file and buys one ticket, the file is the only ticket on sale, so the buyer gets it.
  const deal = await listedDeal({ is_only: given.bytes !== undefined && quantity === 1, ...given });
  await askAs(deal, { quantity });
  await pay(deal);
  await step(deal, 'seller', 'accept');
  await later(deal, UNDO_MS);
  const tickets = await ticketsOfDeal(deal);
  return { deal, ticket: tickets[0]!, tickets };
}

export const ticketsOfDeal = ({ id }: Deal) =>
  db.select().from(listingTickets).where(eq(listingTickets.request_id, id));

export async function openAs(headers: HeadersInit, id: string, init: RequestInit = {}): Promise<Response> {
  return (
    await callCounted(`/api/tickets/${id}/file`, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(headers)), ...Object.fromEntries(new Headers(init.headers)) },
    })
  ).answer;
}

export const codeOf = async (answer: Response) => (await answer.json<{ error: { code: string } }>()).error.code;
