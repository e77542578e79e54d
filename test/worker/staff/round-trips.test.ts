import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { authFactors, staffAsks, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { linkToken } from '../../../worker/http/shared/link-token.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { openHoldsOf } from '../../support/worker/trade/holds.ts';
import { LARGE } from '../../support/worker/trade/money-desk.ts';
import { book, paidSale } from '../../support/worker/trade/paid-sale.ts';
import { reseller } from '../../support/worker/people/reseller.ts';

/** What every audited change of staff costs: the guard, the end of the audit log, and the transaction. */
const AUDITED = 3;
/**
 * A look at the payment, so that the answer shows what came of the decision: what is known of it, and when the next
 * look is due.
 */
const LOOK = 2;

beforeEach(() => {
  fakeProvider();
});

const byAdmin = async () => (await signedInAs('admin')).headers;
const keyed = (headers: Record<string, string>) => ({ ...headers, 'Idempotency-Key': crypto.randomUUID() });

/** A sale whose payout staff hold, released by an admin. */
async function release(over: object = {}) {
  const seller = await reseller();
  const { request_id } = await paidSale({ seller_id: seller.user.id, holds: ['staff'], ...over });
  const json = { to: 'due', reasons: ['staff'] };
  const answer = await ask(`/api/admin/payouts/${request_id}`, { headers: await byAdmin(), json });
  return { request_id, answer };
}

/** Books a part of a debt of $500 as paid by hand. */
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

test('a place on the waitlist is confirmed in one round trip, a second time too, and a forged link costs none', async () => {
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

test('a payout whose holds end costs no round trip more than any audited change and a look at the payment', async () => {
  const { request_id, answer } = await release();
  expect([answer.status, answer.cost.round_trips]).toEqual([200, AUDITED + LOOK]);
  expect(await openHoldsOf(request_id)).toEqual([]);
});

test('a payment that a seller made by hand is booked with one round trip more than any audited change, for what is still owed', async () => {
  const { answer } = await bookPaid(10);
  expect([answer.status, answer.body['owes'], answer.cost.round_trips]).toEqual([201, 490, AUDITED + 1]);
});

test('a second factor is taken away with one round trip before and one after the audited change, for the person', async () => {
  const person = await signedInAs('admin');
  const [id, user_id] = [crypto.randomUUID(), person.user.id];
  await db.insert(authFactors).values({ id, user_id, factor_type: 'totp', secret: 'sealed', status: 'verified' });
  const { status, cost } = await ask(`/api/admin/people/${user_id}/second-factor`, {
    method: 'DELETE',
    headers: await byAdmin(),
  });
  expect([status, cost.round_trips]).toEqual([200, AUDITED + 2]);
});

test('a decision that waits for a second admin costs two audited changes, the one that was refused and the ask, and the reads that say why', async () => {
  const { request_id, answer } = await release(LARGE);
  expect([answer.body['waits'], await asksAbout(request_id)]).toEqual([true, 1]);
  // Whether it is open, and whether the admin has a part in it.
  expect(answer.cost.round_trips).toBe(2 * AUDITED - 1 + 2 + LOOK);
  const { seller, answer: booked } = await bookPaid(400);
  expect([booked.body['waits'], booked.body['owes'], await asksAbout(seller.user.id)]).toEqual([true, 500, 1]);
  // Whether it is booked already, whether the seller exists, and twice what is owed.
  expect(booked.cost.round_trips).toBe(2 * AUDITED - 1 + 4);
});
