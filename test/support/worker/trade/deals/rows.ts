import { eq } from 'drizzle-orm';
import { disputeRow, refundRow } from '../../../../../drizzle/seed/payment-rows.ts';
import { listingRow, ticketRequestRow, waitlistRow } from '../../../../../drizzle/seed/rows.ts';
import { ticketFileRow } from '../../../../../drizzle/seed/ticket-rows.ts';
import {
  blocks,
  disputes,
  type Handover,
  handovers,
  ledgerTransfers,
  type Listing,
  listings,
  listingTickets,
  notifications,
  type Payment,
  payments,
  type Payout,
  payouts,
  type Profile,
  profiles,
  type Refund,
  refunds,
  type TicketFile,
  ticketFiles,
  type TicketRequest,
  ticketRequests,
  waitlist,
  type WaitlistEntry,
} from '../../../../../drizzle/tables/all-tables.ts';
import { accounts } from '../../../../../worker/features/people/accounts/accounts.ts';
import { runWrites } from '../../../../../worker/http/database/batch.ts';
import { db } from '../../db.ts';
import { fromNow } from '../../moments.ts';

export const ban = (id: string, ms = 86_400_000) =>
  runWrites(db, [accounts.banAccount(db, { id, until: fromNow(ms), now: new Date() })]);

export async function addListing(over: Parameters<typeof listingRow>[0]): Promise<Listing> {
  const row = listingRow(over);
  await db.insert(listings).values(row);
  return row;
}

export async function addEntry(over: Partial<WaitlistEntry>): Promise<WaitlistEntry> {
  const row = waitlistRow(over);
  await db.insert(waitlist).values(row);
  return row;
}

export async function addFile(over: Parameters<typeof ticketFileRow>[0]): Promise<TicketFile> {
  const row = ticketFileRow(over);
  await db.insert(ticketFiles).values(row);
  return row;
}

export async function addRefund(over: Parameters<typeof refundRow>[0]): Promise<Refund> {
  const row = refundRow(over);
  await db.insert(refunds).values(row);
  return row;
}

export const addDispute = (over: Parameters<typeof disputeRow>[0]) => db.insert(disputes).values(disputeRow(over));

interface User {
  user: { id: string };
}

export const block = (one: User, other: User) =>
  db.insert(blocks).values({ blocker_id: one.user.id, blocked_id: other.user.id });

export async function addRequest(
  { id: listing_id, event_id, seller_id }: Listing,
  over: Partial<TicketRequest> & { buyer_id: string },
): Promise<TicketRequest> {
  const row = ticketRequestRow({ listing_id, event_id, seller_id, ...over });
  await db.insert(ticketRequests).values(row);
  return row;
}

export const bookCents = (debit: string, credit: string, amount_cents: number, at = new Date()) =>
  db.insert(ledgerTransfers).values({ cause: crypto.randomUUID(), leg: 1, debit, credit, amount_cents, at });

export const requestOf = async (id: string) =>
  (await db.select().from(ticketRequests).where(eq(ticketRequests.id, id)))[0]!;

export const requestsOfGroup = (group_id: string) =>
  db.select().from(ticketRequests).where(eq(ticketRequests.group_id, group_id)).orderBy(ticketRequests.group_seq);

export const requestsFor = (event_id: string) =>
  db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event_id));

export const listingOf = async (id: string) => (await db.select().from(listings).where(eq(listings.id, id)))[0]!;

export const ticketOf = async (id: string) =>
  (await db.select().from(listingTickets).where(eq(listingTickets.id, id)))[0]!;

export const payoutOf = async (request_id: string) =>
  (await db.select().from(payouts).where(eq(payouts.request_id, request_id)))[0]!;

export const noticesAbout = (cause: string) => db.select().from(notifications).where(eq(notifications.cause, cause));

export const changeListing = (id: string, change: Partial<Listing>) =>
  db.update(listings).set(change).where(eq(listings.id, id));

export const changeListings = (event_id: string, change: Partial<Listing>) =>
  db.update(listings).set(change).where(eq(listings.event_id, event_id));

export const changeRequest = (id: string, change: Partial<TicketRequest>) =>
  db.update(ticketRequests).set(change).where(eq(ticketRequests.id, id));

export const changeHandover = (request_id: string, change: Partial<Handover>) =>
  db.update(handovers).set(change).where(eq(handovers.request_id, request_id));

export const changePayout = (request_id: string, change: Partial<Payout>) =>
  db.update(payouts).set(change).where(eq(payouts.request_id, request_id));

export const changePayment = (request_id: string, change: Partial<Payment>) =>
  db.update(payments).set(change).where(eq(payments.request_id, request_id));

export const changeProfile = (id: string, change: Partial<Profile>) =>
  db.update(profiles).set(change).where(eq(profiles.id, id));
