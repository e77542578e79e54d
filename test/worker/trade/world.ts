import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { disputeRow, refundRow } from '../../../drizzle/seed/payment-rows.ts';
import { listingRow, ticketRequestRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import { ticketFileRow } from '../../../drizzle/seed/ticket-rows.ts';
import {
  blocks,
  disputes,
  type Event,
  events,
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
} from '../../../drizzle/tables/all-tables.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { DomainError } from '../../../worker/http/answers/errors.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { launchForFile } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { askForTickets, listPlainTickets, newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { giveCard, KEPT_CARD_SWITCHES, search } from '../../support/worker/trade/kept-card.ts';
import { listOther, replacementOf } from '../../support/worker/trade/kept-tickets.ts';
import { askAs, type Deal, HOUR_MS, later, pay, step } from '../../support/worker/trade/paid-deal.ts';
import { sentElsewhere } from '../../support/worker/trade/problem-calls.ts';

export interface Person {
  headers: Record<string, string>;
}

interface Refused {
  error?: { code: string };
}

/** The seed of the random runs of a file. To repeat a failing run, set the seed that fast-check printed. */
export const SEED = Date.now() % 2 ** 31;

export const fromNow = (ms: number) => new Date(Date.now() + ms);

/** Asks for tickets of a night. */
export const askFor = ({ id }: { id: string }, { headers }: Person, quantity: unknown = 1) =>
  askForTickets(headers, { event_id: id, quantity });

/** Lists one ticket of a night. `ask_price` is in dollars. */
export const listFor = ({ id }: { id: string }, { headers }: Person, ask_price: unknown = 25) =>
  listPlainTickets(headers, { event_id: id, quantity: 1, ask_price });

/** Makes a POST with an idempotency key. */
export const send = (path: string, { headers }: Person, body: unknown = {}, key = newKey()) =>
  post(path, { headers: { ...headers, 'Idempotency-Key': key }, body });

/** A sale whose buyer has reported a problem. */
export const PROBLEM = {
  get handover() {
    return { status: 'problem', problem: 'No QR code.', problem_at: new Date() } as const;
  },
  holds: ['problem'],
} as const;

/** Decides a problem as this admin. */
export const decide = ({ headers }: Person, request_id: string, to = 'failed') =>
  ask(`/api/admin/handovers/${request_id}`, { headers, json: { to, note: 'We have looked at it.' } });

/** Returns the status and the error code of an answer. */
export const refusal = ({ status, json, body }: { status: number; json?: Refused; body?: Refused }) => [
  status,
  (json ?? body)?.error?.code,
];

/** Matches the error of a write that the database refused with these words. */
export const refusedBy = (words: string) => ({ cause: { message: expect.stringContaining(words) as string } });

/** Waits for a write that may be refused by a rule. */
export async function refusable(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

/** The statuses of simultaneous answers, whose order does not matter. */
export const sortedStatuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

/** Bans an account. */
export const ban = (id: string, ms = 86_400_000) =>
  runWrites(db, [accounts.banAccount(db, { id, until: fromNow(ms), now: new Date() })]);

export const subjectsTo = async ({ user }: { user: { email: string | null } }) =>
  (await mailsTo(user.email!)).map(({ subject }) => subject);

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

/** Adds a request for tickets of a listing. */
export async function addRequest(
  { id: listing_id, event_id, seller_id }: Listing,
  over: Partial<TicketRequest> & { buyer_id: string },
): Promise<TicketRequest> {
  const row = ticketRequestRow({ listing_id, event_id, seller_id, ...over });
  await db.insert(ticketRequests).values(row);
  return row;
}

/** Starts a provider that answers no call. A decision settles its payment at once, and then only its row changes. */
export const failProvider = () => void (fakeProvider().faults.serverError = 1);

/** Turns on the switches of kept cards for the tests of a file. */
export const launchKeptCards = () => launchForFile(...KEPT_CARD_SWITCHES);

/** A search whose person has given a card. */
export async function searchWithCard(given: Parameters<typeof search>[0] = {}, card?: 'refused_later') {
  const deal = await search(given);
  await giveCard(deal, card);
  return deal;
}

/** Buys tickets of a deal. The seller accepts, and the card is charged. */
export async function buy(deal: Deal, given: Parameters<typeof askAs>[1] = {}): Promise<void> {
  await askAs(deal, given);
  await pay(deal);
  await step(deal, 'seller', 'accept');
  await later(deal, 11_000);
}

/** Books cents from one account to another. */
export const bookCents = (debit: string, credit: string, amount_cents: number, at = new Date()) =>
  db.insert(ledgerTransfers).values({ cause: crypto.randomUUID(), leg: 1, debit, credit, amount_cents, at });

/** The time of a deal. */
export const nowOf = ({ clock }: Pick<Deal, 'clock'>) => fromNow(clock.ahead);

/** A sale whose tickets were not sent in time, and the sale of the ticket that replaces them. */
export async function replacedDeal(ask_price_cents: number, night: Parameters<typeof sentElsewhere>[1] = {}) {
  const deal = await sentElsewhere('captured', night);
  const { seller } = await listOther(deal, { ask_price_cents });
  await later(deal, 25 * HOUR_MS);
  return { deal, next: (await replacementOf(deal))!, seller };
}

export const requestOf = async (id: string) =>
  (await db.select().from(ticketRequests).where(eq(ticketRequests.id, id)))[0]!;
/** The requests of a group or squad, in the order in which they were made. */
export const requestsOfGroup = (group_id: string) =>
  db.select().from(ticketRequests).where(eq(ticketRequests.group_id, group_id)).orderBy(ticketRequests.group_seq);
export const requestsFor = (event_id: string) =>
  db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event_id));
export const listingOf = async (id: string) => (await db.select().from(listings).where(eq(listings.id, id)))[0]!;
export const ticketOf = async (id: string) =>
  (await db.select().from(listingTickets).where(eq(listingTickets.id, id)))[0]!;
export const payoutOf = async (request_id: string) =>
  (await db.select().from(payouts).where(eq(payouts.request_id, request_id)))[0]!;
export const eventOf = async (id: string) => (await db.select().from(events).where(eq(events.id, id)))[0]!;

export const noticesAbout = (cause: string) => db.select().from(notifications).where(eq(notifications.cause, cause));

export const changeEvent = (id: string, change: Partial<Event>) =>
  db.update(events).set(change).where(eq(events.id, id));
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
