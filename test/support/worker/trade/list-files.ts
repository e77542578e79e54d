import { launch } from '../launch.ts';
import { db } from '../db.ts';
import { listings, listingTickets } from '../../../../drizzle/tables/all-tables.ts';
import { eq } from 'drizzle-orm';
import { sha256Hex } from '../../../../worker/http/security/crypto.ts';
import { type Answer, newKey, post } from './ask-for-tickets.ts';
import { pdfWith, uploadedFile } from './ticket-files.ts';

export const hashOf = (code: string) => sha256Hex(code);

export async function readyTicket(
  headers: HeadersInit,
  code: string,
  { bytes = pdfWith(`A ticket: ${code}`) }: { bytes?: BodyInit } = {},
) {
  return { file_id: await uploadedFile(headers, { bytes }), code_hash: await hashOf(code), code_format: 'qr' };
}

export interface ListedAnswer extends Answer {
  kind: string | null;
  tickets: { id: string; code_format: string; request_id: string | null; shown_at: string | null }[];
}

export async function listTickets(
  headers: Record<string, string>,
  {
    key = newKey(),
    ...body
  }: {
    event_id: string;
    key?: string;
    kind?: string;
    tickets?: unknown;
    quantity?: number;
    ask_price?: number;
    shows_at_once?: boolean;
  },
) {
  const sent = { ask_price: 25, kind: 'file', ...body };
  const { status, json } = await post('/api/listings', { headers: { ...headers, 'Idempotency-Key': key }, body: sent });
  return { status, json: json as ListedAnswer };
}

export async function listCodes(
  headers: Record<string, string>,
  { event_id, codes, ...over }: { event_id: string; codes: string[]; shows_at_once?: boolean; key?: string },
) {
  const tickets = await Promise.all(codes.map((code) => readyTicket(headers, code)));
  return { ...(await listTickets(headers, { event_id, tickets, ...over })), sent: tickets };
}

export async function openSelling(): Promise<void> {
  await launch('sell', true);
  await launch('payments', true);
  await launch('handover', true);
}

export const ticketsIn = (listing_id: string) =>
  db.select().from(listingTickets).where(eq(listingTickets.listing_id, listing_id));
export const listingsOf = (event_id: string) => db.select().from(listings).where(eq(listings.event_id, event_id));
