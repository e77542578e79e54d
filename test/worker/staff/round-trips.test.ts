import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { authFactors, staffAsks, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { linkToken } from '../../../worker/http/shared/link-token.ts';
import { tellPagesOf } from '../../../worker/rooms/tell-pages.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { openHoldsOf } from '../../support/worker/trade/holds.ts';
import { LARGE } from '../../support/worker/trade/money-desk.ts';
import { book, paidSale } from '../../support/worker/trade/paid-sale.ts';
import { reseller } from '../../support/worker/people/reseller.ts';

/** The round trips of every audited change by staff: guard, reading the last entry of the audit log, transaction. */
const AUDITED = 3;
/** Round trips of settling a payment: reading it, checking for a quarantine, and storing when it is due next. */
const LOOK = 3;

beforeEach(() => void fakeProvider());

const byAdmin = async () => (await signedInAs('admin')).headers;
const keyed = (headers: Record<string, string>) => ({ ...headers, 'Idempotency-Key': crypto.randomUUID() });

async function release(over: object = {}) {
  const seller = await reseller();
  const { request_id } = await paidSale({ seller_id: seller.user.id, holds: ['staff'], ...over });
  const json = { to: 'due', reasons: ['staff'] };
  const answer = await ask(`/api/admin/payouts/${request_id}`, { headers: await byAdmin(), json });
  return { request_id, answer };
}

async function bookPaid(amount: number) {
  const seller = await signedInAs('user');
  const account = `receivable:${seller.user.id}`;
  await book(seller.user.id, { cause: 'owes', legs: [[account, 'cost:losses', 50_000]] });
  const json = { amount, note: 'Paid by bank.', is_paid: true };
  const answer = await ask(`/api/admin/sellers/${seller.user.id}/write-off`, { headers: keyed(await byAdmin()), json });
  return { seller, answer };
}

const asksAbout = (target_id: string) => db.$count(staffAsks, eq(staffAsks.target_id, target_id));

const confirm = (token: string) => ask(`/api/waitlist/confirm?token=${encodeURIComponent(token)}`, { method: 'POST' });

test('each confirmation of a place on the waitlist takes one round trip, and a forged link takes none', async () => {
  const event = await anEvent({ start_at: new Date(Date.now() + 72 * 3_600_000) });
  const entry = waitlistRow({ event_id: event.id, confirmed_at: null });
  await db.insert(waitlist).values(entry);
  const token = await linkToken(env.AUTH_PEPPER, { link: 'confirm', id: entry.id });
  for (const _ of ['once', 'again']) {
    const { status, cost } = await confirm(token);
    expect([status, cost.round_trips]).toEqual([200, 1]);
  }
  expect((await db.select().from(waitlist).where(eq(waitlist.id, entry.id)))[0]!.confirmed_at).not.toBeNull();
  const forged = await confirm(`${token}x`);
  expect([forged.status, forged.cost.round_trips]).toEqual([404, 0]);
});

test('releasing a payout costs only the round trips of an audited change and of settling the payment', async () => {
  const { request_id, answer } = await release();
  expect([answer.status, answer.cost.round_trips]).toEqual([200, AUDITED + LOOK]);
  expect(await openHoldsOf(request_id)).toEqual([]);
});

test('writing off a debt costs one round trip more than an audited change, to read the debt', async () => {
  const { answer } = await bookPaid(10);
  expect([answer.status, answer.body['owes'], answer.cost.round_trips]).toEqual([201, 490, AUDITED + 1]);
});

test('removing a second factor costs two round trips more than an audited change', async () => {
  const person = await signedInAs('admin');
  const [id, user_id] = [crypto.randomUUID(), person.user.id];
  await db.insert(authFactors).values({ id, user_id, factor_type: 'totp', secret: 'sealed', status: 'verified' });
  const headers = await byAdmin();
  const { status, cost } = await ask(`/api/admin/people/${user_id}/second-factor`, { method: 'DELETE', headers });
  expect([status, cost.round_trips]).toEqual([200, AUDITED + 2]);
});

test('a decision that needs a second admin costs the round trips of two audited changes and of a few reads', async () => {
  const { request_id, answer } = await release(LARGE);
  expect([answer.body['waits'], await asksAbout(request_id)]).toEqual([true, 1]);
  // The first change is refused, and the second asks for another admin. The guard runs only once for both.
  // The extra reads: whether the hold is open, and whether the admin has a part in the sale.
  expect(answer.cost.round_trips).toBe(2 * AUDITED - 1 + 2 + LOOK);
  const { seller, answer: booked } = await bookPaid(400);
  expect([booked.body['waits'], booked.body['owes'], await asksAbout(seller.user.id)]).toEqual([true, 500, 1]);
  // The extra reads: whether the write-off is already booked, whether the seller exists, and the debt twice.
  expect(booked.cost.round_trips).toBe(2 * AUDITED - 1 + 4);
});

test('announcing 1,000 changed events stays below the limit of 1,000 calls per HTTP request', async () => {
  const announceListings = vi.fn(async () => undefined);
  const purged = vi.spyOn(caches.default, 'delete').mockResolvedValue(true);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const events = Array.from({ length: 1000 }, (_, at) => ({ id: `night-${at}`, slug: `night-${at}` }));
  await tellPagesOf({ ...env, ROOMS: { getByName: () => ({ announceListings }) } as never }, events);
  expect(announceListings.mock.calls.length).toBeGreaterThanOrEqual(100);
  expect(announceListings.mock.calls.length + purged.mock.calls.length).toBeLessThan(850);
  purged.mockRestore();
});
