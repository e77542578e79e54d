import { eq } from 'drizzle-orm';
import { handoverRow, paymentRow, promisedOf } from '../../../../drizzle/seed/payment-rows.ts';
import { listingRow, ticketRequestRow } from '../../../../drizzle/seed/rows.ts';
import { vouchRow } from '../../../../drizzle/seed/vouch-rows.ts';
import {
  type Event,
  handovers,
  listings,
  type NewVouch,
  payments,
  type Profile,
  sharedMarks,
  ticketRequests,
  vouches,
} from '../../../../drizzle/tables/all-tables.ts';
import type { SharedMarkKind } from '../../../../drizzle/vocabulary.ts';
import type { HandoverEnder } from '../../../../drizzle/handover-vocabulary.ts';
import { callCounted } from '../call.ts';
import { db } from '../db.ts';
import { eventWithTickets, newBuyer } from '../trade/event-with-tickets.ts';

type Person = Pick<Profile, 'id'>;

/** Adds a student with a badge who opted in to being counted as a mutual. */
export const student = (over: Partial<Profile> = {}) => newBuyer({ shows_mutuals: true, ...over });

export async function pastEvent(over: Partial<Event> = {}): Promise<Event> {
  const start = Date.now() - 3 * 86_400_000;
  const { event } = await eventWithTickets([], {
    start_at: new Date(start),
    end_at: new Date(start + 3_600_000),
    ...over,
  });
  return event;
}

export async function vouchFor(voucher: Person, vouchee: Person, over: Partial<NewVouch> = {}) {
  const row = vouchRow({ voucher_id: voucher.id, vouchee_id: vouchee.id, created_at: new Date(), ...over });
  await db.insert(vouches).values(row);
  return row;
}

export async function shareMark(people: readonly Person[], kind: SharedMarkKind, mark_hash = crypto.randomUUID()) {
  await db.insert(sharedMarks).values(people.map(({ id: user_id }) => ({ user_id, kind, mark_hash })));
}

/** Adds a deal between two people. `by` says who ended its hand-over. Without `by`, the hand-over is still due. */
export async function dealOf({
  event,
  buyer,
  seller,
  by,
}: {
  event: Event;
  buyer: Person;
  seller: Person;
  by?: HandoverEnder;
}) {
  const listing = listingRow({ event_id: event.id, seller_id: seller.id, quantity: 4 });
  const request = ticketRequestRow({
    event_id: event.id,
    listing_id: listing.id,
    buyer_id: buyer.id,
    seller_id: seller.id,
    status: 'accepted',
  });
  await db.batch([
    db.insert(listings).values(listing),
    db.insert(ticketRequests).values(request),
    db.insert(payments).values(paymentRow({ request_id: request.id, ...promisedOf(event), status: 'captured' })),
    db.insert(handovers).values(handoverRow({ request_id: request.id })),
  ]);
  if (by) await received(request, by);
  return request;
}

export const received = ({ id }: { id: string }, ended_by: HandoverEnder) =>
  db.update(handovers).set({ status: 'received', ended_at: new Date(), ended_by }).where(eq(handovers.request_id, id));

export async function call<Body>(
  method: string,
  path: string,
  { headers, body }: { headers: HeadersInit; body?: unknown },
) {
  const init = { method, headers: new Headers(headers), ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  init.headers.set('Content-Type', 'application/json');
  const { answer, cost } = await callCounted(path, init);
  return { status: answer.status, json: await answer.json<Body>(), cost };
}

export async function aTicket(event: Event, buyer: { id: string }, quantity = 1) {
  const seller = await student();
  const listing = listingRow({ event_id: event.id, seller_id: seller.id, quantity });
  const request = ticketRequestRow({
    event_id: event.id,
    listing_id: listing.id,
    buyer_id: buyer.id,
    seller_id: seller.id,
    status: 'accepted',
    quantity,
  });
  await db.batch([
    db.insert(listings).values(listing),
    db.insert(ticketRequests).values(request),
    db.insert(payments).values(paymentRow({ request_id: request.id, ...promisedOf(event), status: 'captured' })),
    db.insert(handovers).values(handoverRow({ request_id: request.id })),
  ]);
  return request;
}
