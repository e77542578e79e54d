import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { disputeRow } from '../../../drizzle/seed/payment-rows.ts';
import { disputes, notifications, profiles, vouches, vouchLinks } from '../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { call, dealOf, pastEvent, vouchFor } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { newBuyer } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { eventDateParts } from '../../../worker/contract/time/event-time.ts';
import { sha256Hex } from '../../../worker/http/security/crypto.ts';

const DAY_MS = 24 * 3_600_000;

beforeEach(async () => {
  await launch('vouches', true);
  await launch('push', true);
});

type Person = Awaited<ReturnType<typeof signedInAs>>;

const voucher = () => signedInAs('user', { user: { created_at: new Date(Date.now() - 15 * DAY_MS) } });

const makeLink = ({ headers }: Person) => call<{ url: string }>('POST', '/api/my/vouch-links', { headers });
const findMutuals = ({ headers }: Person) => call('GET', '/api/my/mutuals', { headers });
const myVouches = async ({ headers }: Person) => (await call('GET', '/api/my/vouches', { headers })).json;
const linkOf = async (person: Person) => (await makeLink(person)).json.url.split('#')[1]!;
const vouchFrom = ({ headers }: Person, { id }: { id: string }) =>
  call('POST', '/api/my/vouches', { headers, body: { request_id: id } });
const accept = (person: Person, token: string) =>
  call('POST', '/api/my/vouch-links/accept', { headers: person.headers, body: { token } });

const vouchesOf = (voucher_id: string) => db.select().from(vouches).where(eq(vouches.voucher_id, voucher_id));

const noticesOf = async (user_id: string) => {
  const rows = await db.select().from(notifications).where(eq(notifications.user_id, user_id));
  return rows.map(({ title }) => title);
};

test('a student sends a personal link, and the person who accepts it is vouched for', async () => {
  const [one, other] = [await voucher(), await signedInAs('user')];
  const made = await call<{ url: string; expires_at: string }>('POST', '/api/my/vouch-links', { headers: one.headers });
  expect(made.status).toBe(201);
  expect(made.json.url).toMatch(/\/vouch#[A-Za-z0-9_-]{43}$/);
  const token = made.json.url.split('#')[1]!;
  const [stored] = await db.select().from(vouchLinks).where(eq(vouchLinks.voucher_id, one.user.id));
  expect(stored!.token_hash).toBe(await sha256Hex(token));

  const seen = await call('POST', '/api/my/vouch-links/look', { headers: other.headers, body: { token } });
  expect(seen).toMatchObject({ status: 200, json: { display_name: 'A student', has_badge: true, is_own: false } });
  expect((await accept(other, token)).status).toBe(201);
  expect(await vouchesOf(one.user.id)).toMatchObject([{ vouchee_id: other.user.id, way: 'link', status: 'live' }]);
  expect(await noticesOf(one.user.id)).toEqual(['Your vouch was accepted']);

  expect(await myVouches(one)).toMatchObject({
    given: [{ display_name: 'A student', way: 'link' }],
    got: [],
    live: 1,
    lately: 1,
    open_links: 0,
    refusal: null,
  });
  expect(await myVouches(other)).toMatchObject({
    given: [],
    got: [{ display_name: 'A student', goes_both_ways: false }],
  });
});

test('a vouch link works for one person, who may accept it a second time without an error', async () => {
  const [one, other, third] = [await voucher(), await signedInAs('user'), await signedInAs('user')];
  const token = await linkOf(one);
  expect((await accept(other, token)).status).toBe(201);
  expect((await accept(other, token)).status).toBe(200);
  expect(await accept(third, token)).toMatchObject({ status: 404, json: { error: { code: 'vouches.link_gone' } } });
  expect(await vouchesOf(one.user.id)).toHaveLength(1);
});

test('a vouch link ends when it expires, or when its maker ends all open links', async () => {
  const [one, other] = [await voucher(), await signedInAs('user')];
  const tokens = [await linkOf(one), await linkOf(one)];
  const token_hash = await sha256Hex(tokens[0]!);
  await db.update(vouchLinks).set({ expires_at: new Date() }).where(eq(vouchLinks.token_hash, token_hash));
  expect(await accept(other, tokens[0]!)).toMatchObject({ status: 404 });
  expect((await call('DELETE', '/api/my/vouch-links', { headers: one.headers })).status).toBe(200);
  const body = { token: tokens[1] };
  expect((await call('POST', '/api/my/vouch-links/look', { headers: other.headers, body })).status).toBe(404);
  expect(await accept(other, tokens[1]!)).toMatchObject({ status: 404 });
  expect(await vouchesOf(one.user.id)).toEqual([]);
});

test('a person cannot accept their own vouch link or have more than five open links', async () => {
  const one = await voucher();
  const token = await linkOf(one);
  expect(await accept(one, token)).toMatchObject({ status: 409, json: { error: { code: 'vouches.own_link' } } });
  for (let at = 0; at < 4; at++) await linkOf(one);
  expect(await makeLink(one)).toMatchObject({ status: 409, json: { error: { code: 'vouches.too_many_links' } } });
  expect(await db.$count(vouchLinks, eq(vouchLinks.voucher_id, one.user.id))).toBe(5);
});

test('after a finished deal, buyer and seller can vouch for each other', async () => {
  const [buyer, seller, stranger] = [await signedInAs('user'), await signedInAs('user'), await voucher()];
  const deal = await dealOf({ event: await pastEvent(), buyer: buyer.profile, seller: seller.profile, by: 'buyer' });
  expect((await vouchFrom(buyer, deal)).status).toBe(201);
  expect((await vouchFrom(seller, deal)).status).toBe(201);
  expect(await vouchesOf(buyer.user.id)).toMatchObject([{ vouchee_id: seller.user.id, way: 'deal' }]);
  expect(await vouchesOf(seller.user.id)).toMatchObject([{ vouchee_id: buyer.user.id, way: 'deal' }]);
  const both = [{ goes_both_ways: true }];
  expect(await myVouches(buyer)).toMatchObject({ given: both, got: both });
  expect(await noticesOf(seller.user.id)).toEqual(['Somebody vouches for you']);
  expect(await vouchFrom(buyer, deal)).toMatchObject({ status: 409, json: { error: { code: 'vouches.already' } } });
  expect(await vouchFrom(stranger, deal)).toMatchObject({ status: 404, json: { error: { code: 'vouches.no_deal' } } });
});

test('a deal allows no vouch while a bank reviews its payment', async () => {
  const [buyer, seller] = [await signedInAs('user'), await signedInAs('user')];
  const deal = await dealOf({ event: await pastEvent(), buyer: buyer.profile, seller: seller.profile, by: 'buyer' });
  const seen = async () => (await findMutuals(buyer)).json;
  expect(await seen()).toMatchObject({ vouchable: [deal.id] });
  const dispute = disputeRow({ request_id: deal.id });
  await db.insert(disputes).values(dispute);
  expect(await seen()).toMatchObject({ vouchable: [] });
  expect(await vouchFrom(buyer, deal)).toMatchObject({ status: 404, json: { error: { code: 'vouches.no_deal' } } });
  const won = { status: 'won', closed_at: new Date() } as const;
  await db.update(disputes).set(won).where(eq(disputes.provider_id, dispute.provider_id));
  expect(await seen()).toMatchObject({ vouchable: [deal.id] });
});

test('a deal that is not finished allows no vouch', async () => {
  const [buyer, seller] = [await voucher(), await signedInAs('user')];
  const deal = await dealOf({ event: await pastEvent(), buyer: buyer.profile, seller: seller.profile });
  expect(await vouchFrom(buyer, deal)).toMatchObject({ status: 404, json: { error: { code: 'vouches.no_deal' } } });
  expect(await vouchesOf(buyer.user.id)).toEqual([]);
});

test('people without a student badge and people with a new account cannot vouch', async () => {
  const [unproven, fresh] = [await voucher(), await signedInAs('user', { user: { created_at: new Date() } })];
  await db.update(profiles).set({ is_student_verified: false }).where(eq(profiles.id, unproven.user.id));
  expect(await makeLink(unproven)).toMatchObject({ status: 403, json: { error: { code: 'vouches.badge_needed' } } });
  expect(await makeLink(fresh)).toMatchObject({ status: 403, json: { error: { code: 'vouches.too_new' } } });
  expect(await myVouches(fresh)).toMatchObject({ refusal: expect.stringContaining('first finished deal') });
});

test('a fourth vouch within 30 days is refused, and the refusal names the day on which vouching is possible again', async () => {
  const one = await voucher();
  const first = new Date(Date.now() - 10 * DAY_MS);
  for (let at = 0; at < 3; at++) {
    const row = { created_at: first, ...(at === 0 ? { status: 'revoked' as const, ended_at: new Date() } : {}) };
    await vouchFor(one.profile, await newBuyer(), row);
  }
  const { month, day } = eventDateParts(new Date(first.getTime() + 30 * DAY_MS).toISOString());
  expect(await makeLink(one)).toMatchObject({
    status: 409,
    json: { error: { code: 'vouches.too_many_lately', message: expect.stringContaining(`again on ${month} ${day}.`) } },
  });
  const isRevoked = and(eq(vouches.voucher_id, one.user.id), eq(vouches.status, 'revoked'));
  const created_at = new Date(Date.now() - 31 * DAY_MS);
  await db.update(vouches).set({ created_at }).where(isRevoked);
  expect((await makeLink(one)).status).toBe(201);
});

test('a person who has given twelve valid vouches must revoke one before giving another', async () => {
  const one = await voucher();
  const old = new Date(Date.now() - 40 * DAY_MS);
  const people = [];
  for (let at = 0; at < 12; at++) people.push(await vouchFor(one.profile, await newBuyer(), { created_at: old }));
  expect(await makeLink(one)).toMatchObject({ status: 409, json: { error: { code: 'vouches.too_many' } } });
  const { id, vouchee_id } = people[0]!;
  expect((await call('DELETE', `/api/my/vouches/${id}`, { headers: one.headers })).status).toBe(200);
  expect(await call('DELETE', `/api/my/vouches/${id}`, { headers: one.headers })).toMatchObject({ status: 404 });
  expect(await noticesOf(vouchee_id)).toEqual([]);
  expect((await makeLink(one)).status).toBe(201);
});

test('people see what they have in common with the sellers of an event, but the sellers do not see it', async () => {
  const [viewer, friend] = [await voucher(), await newBuyer({ display_name: 'Robin', shows_mutuals: true })];
  const event = await pastEvent({ title: 'Headline Halloween' });
  const [seller, host] = [await signedInAs('user'), await newBuyer()];
  await dealOf({ event, buyer: viewer.profile, seller: host, by: 'buyer' });
  await dealOf({ event, buyer: seller.profile, seller: host, by: 'buyer' });
  const coming = await pastEvent({ start_at: new Date(Date.now() + DAY_MS), end_at: null });
  await dealOf({ event: coming, buyer: friend, seller: seller.profile });
  await vouchFor(viewer.profile, friend);
  await vouchFor(friend, seller.profile);
  const look = (person: Person) => call('GET', `/api/my/events/${coming.slug}/mutuals`, { headers: person.headers });
  expect((await look(viewer)).json).toEqual({ sellers: {}, first: [] });
  const body = { shows_mutuals: true };
  for (const { headers } of [viewer, seller])
    expect((await call('PUT', '/api/my/mutuals', { headers, body })).status).toBe(200);
  expect((await look(viewer)).json).toEqual({
    sellers: { [seller.user.id]: { count: 2, vouches: false, friends: ['Robin'], events: ['Headline Halloween'] } },
    first: [],
  });
  expect((await look(seller)).json).toEqual({ sellers: {}, first: [] });
});

test('buyer and seller of a finished deal each see whether they can still vouch for the other', async () => {
  const [buyer, seller] = [await voucher(), await voucher()];
  for (const { user } of [buyer, seller])
    await db.update(profiles).set({ shows_mutuals: true }).where(eq(profiles.id, user.id));
  const deal = await dealOf({ event: await pastEvent(), buyer: buyer.profile, seller: seller.profile, by: 'buyer' });
  expect((await findMutuals(buyer)).json).toEqual({ requests: {}, vouchable: [deal.id] });
  await vouchFor(buyer.profile, seller.profile);
  expect((await findMutuals(buyer)).json).toEqual({
    requests: { [deal.id]: { count: 1, vouches: true, friends: [], events: [] } },
    vouchable: [],
  });
  expect((await findMutuals(seller)).json).toEqual({ requests: {}, vouchable: [deal.id] });
});
