import { eq } from 'drizzle-orm';
import { handoverRow, paymentRow, payoutRow, promisedOf } from '../../../drizzle/seed/payment-rows.ts';
import { listingRow, profileRow, ticketRequestRow } from '../../../drizzle/seed/rows.ts';
import {
  type Event,
  handovers,
  listings,
  payments,
  payouts,
  profiles,
  scans,
  ticketRequests,
} from '../../../drizzle/tables/all-tables.ts';
import type { DoorEntry, DoorList } from '../../../worker/contract/door/judge-pass.ts';
import { stepAt, writeCode } from '../../../worker/contract/door/pass-code.ts';
import { toHex } from '../../../worker/contract/text/bytes.ts';
import { anEvent } from './admin.ts';
import { post } from './trade/ask-for-tickets.ts';
import { signedInAs } from './people/auth.ts';
import { callCounted } from './call.ts';
import { db } from './db.ts';
import { launch } from './launch.ts';
import { book } from './trade/paid-sale.ts';

export type Person = Awaited<ReturnType<typeof signedInAs>>;

/** Turns on the switches `payments` and `handover`. Makes an event that starts in an hour, and its organizer. */
export async function aDoor() {
  await launch('payments', true);
  await launch('handover', true);
  const owner = await signedInAs('organizer');
  const event = await anEvent({
    organizer_id: owner.user.id,
    start_at: new Date(Date.now() + 3_600_000),
    title: `Door ${crypto.randomUUID()}`,
  });
  return { owner, event };
}

export async function paidTickets(
  event: Pick<Event, 'id' | 'start_at' | 'end_at'>,
  { quantity = 1, buyer }: { quantity?: number; buyer?: Person } = {},
) {
  const who = buyer ?? (await signedInAs('user'));
  const seller = profileRow();
  const listing = listingRow({ event_id: event.id, seller_id: seller.id, quantity });
  const request = ticketRequestRow({
    event_id: event.id,
    listing_id: listing.id,
    buyer_id: who.user.id,
    seller_id: seller.id,
    quantity,
    status: 'accepted',
  });
  const paid = paymentRow({ request_id: request.id, ...promisedOf(event), status: 'captured' });
  await db.batch([
    db.insert(profiles).values(seller),
    db.insert(listings).values(listing),
    db.insert(ticketRequests).values(request),
    db.insert(payments).values(paid),
    db.insert(handovers).values(handoverRow({ request_id: request.id, due_at: new Date(Date.now() + 3_600_000) })),
    db.insert(payouts).values(payoutRow({ request_id: request.id, seller_id: seller.id })),
  ]);
  await book(request.id, {
    cause: 'captured',
    legs: [['provider', `hold:${request.id}`, paid.tickets_cents + paid.buyer_fee_cents]],
  });
  return { buyer: who, request, seller };
}

export async function aPhone() {
  const pair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
  const device_key = toHex(new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer));
  const sign = async (data: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, data));
  return { device_key, codeAt: (signed: string, time = Date.now()) => writeCode({ signed, step: stepAt(time), sign }) };
}

interface Passes {
  passes: { id: string; position: number; short_code: string; signed: string }[];
  is_pass_scanned: boolean;
  let_in: { position: number; at: string; door: string; way: string }[];
  error: { code: string; message: string };
}

export async function askForPasses(id: string, { headers, device_key }: { headers: HeadersInit; device_key: string }) {
  const { status, json, cost } = await post(`/api/ticket-requests/${id}/passes`, { headers, body: { device_key } });
  return { status, cost, ...(json as unknown as Passes) };
}

export interface SentScan {
  nonce: string;
  place: string;
  way: 'qr' | 'code' | 'name';
  code: string | null;
  at: string;
  undone: boolean;
}

export const aScan = (place: string, over: Partial<SentScan> = {}): SentScan => ({
  nonce: crypto.randomUUID(),
  place,
  way: 'name',
  code: null,
  at: new Date().toISOString(),
  undone: false,
  ...over,
});

interface Merged {
  outcomes: { nonce: string; outcome: string; first: { at: string; door: string } | null }[];
  entries: DoorEntry[];
  error: { code: string };
}

export async function sendScans(
  slug: string,
  { headers, scans: sent, door = 'Front' }: { headers: HeadersInit; scans: SentScan[]; door?: string },
) {
  const { status, json, cost } = await post(`/api/door/${slug}/scans`, { headers, body: { door, scans: sent } });
  return { status, cost, ...(json as unknown as Merged) };
}

export async function readList(slug: string, headers: HeadersInit) {
  const { answer, cost } = await callCounted(`/api/door/${slug}/list`, { headers });
  const body = await answer.json<{ list?: string; key_id: string; signature: string; error?: { code: string } }>();
  return { status: answer.status, cost, body, list: body.list ? (JSON.parse(body.list) as DoorList) : null };
}

export const handoverOf = async (id: string) =>
  (await db.select().from(handovers).where(eq(handovers.request_id, id)))[0]!;
export const scansOf = (id: string) => db.select().from(scans).where(eq(scans.event_id, id));
export const placeOf = (id: string, position = 1) => `ticket:${id}:${position}`;

export async function withPasses(quantity = 1) {
  const at = await aDoor();
  const sold = await paidTickets(at.event, { quantity });
  const phone = await aPhone();
  const { passes: given } = await askForPasses(sold.request.id, { ...sold.buyer, device_key: phone.device_key });
  return { ...at, ...sold, phone, given, id: sold.request.id };
}
