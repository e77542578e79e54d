import { env } from 'cloudflare:workers';
import { eq, like } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { listings, outbox, profiles, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { listingRow, profileRow } from '../../../drizzle/seed/rows.ts';
import { askToConfirm } from '../../../worker/features/nights/waitlist/ask-to-confirm.cron.ts';
import { USUAL_FEES } from '../../../worker/contract/trade/fees.ts';
import { makeOffers } from '../../../worker/features/trade/offers/make-offers.db.ts';
import { linkToken } from '../../../worker/http/shared/link-token.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { db } from '../../support/worker/db.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { launchForFile } from '../../support/worker/launch.ts';
import { offersOf } from '../../support/worker/nights/waiting.ts';
import { newestMail } from '../../support/worker/talk/mailbox.ts';
import { aForm } from '../../support/worker/nights/waitlist-form.ts';

const HOUR = 3_600_000;
// The middle of the day in New York, when tickets are offered to the waitlist.
vi.useFakeTimers({
  toFake: ['Date'],
  now: new Date(`${new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10)}T17:00:00Z`),
});

launchForFile('push');

const soon = () => anEvent({ start_at: new Date(Date.now() + 72 * HOUR) });
const join = (
  event_id: string | null,
  email: string,
  { headers = {}, places = 1 }: { headers?: Record<string, string>; places?: number } = {},
) => post('/api/waitlist', { headers, body: aForm({ event_id, places, email }) });
const entryOf = async (email: string) => (await db.select().from(waitlist).where(eq(waitlist.email_key, email)))[0]!;
const confirm = (token: string, method = 'POST') =>
  post(`/api/waitlist/confirm?token=${encodeURIComponent(token)}`, { headers: {}, method });
const tokenOf = async (email: string) => linkToken(env.AUTH_PEPPER, { link: 'confirm', id: (await entryOf(email)).id });

async function onSale(event_id: string, quantity = 2) {
  const seller = profileRow();
  const listing = listingRow({ event_id, seller_id: seller.id, quantity });
  await db.insert(profiles).values(seller);
  await db.insert(listings).values(listing);
  return (await db.select().from(listings).where(eq(listings.id, listing.id)))[0]!;
}

test('twenty-four invented addresses on a waitlist get no ticket offer, and at most one mail each', async () => {
  const event = await soon();
  for (let at = 0; at < 24; at += 1) expect((await join(event.id, `ghost-${at}@invented.test`)).status).toBe(201);
  const listing = await onSale(event.id);
  expect(listing.waitlist_first).toBe(false);
  const shown = await post(`/api/events/${event.slug}/listings`, { headers: {}, method: 'GET' });
  expect(JSON.stringify(shown.json)).toContain(listing.id);
  await askToConfirm(env, new Date());
  await askToConfirm(env, new Date());
  await makeOffers(db, { fees: USUAL_FEES, now: new Date() });
  expect(await offersOf(event.id)).toEqual([]);
  const mails = await db.select().from(outbox).where(like(outbox.recipient, 'ghost-%@invented.test'));
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(mails.length);
  expect(mails.length).toBeLessThanOrEqual(24);
});

test('a stranger who enters a student’s address can neither get ahead in line nor change the student’s place', async () => {
  const event = await soon();
  const [student, other] = [await signedInAs('user'), await signedInAs('user')];
  await db.update(profiles).set({ is_student_verified: true }).where(eq(profiles.id, student.user.id));
  const address = student.user.email!.toLowerCase();
  expect((await join(event.id, address, { places: 4 })).status).toBe(201);
  vi.setSystemTime(Date.now() + 60_000);
  await join(event.id, other.user.email!, { headers: other.headers });
  expect((await entryOf(address)).confirmed_at).toBeNull();
  await onSale(event.id, 4);
  await makeOffers(db, { fees: USUAL_FEES, now: new Date() });
  expect(await offersOf(event.id)).toMatchObject([{ entry_id: (await entryOf(other.user.email!.toLowerCase())).id }]);
  vi.setSystemTime(Date.now() + 60_000);
  await join(event.id, address, { headers: student.headers, places: 1 });
  const own = await entryOf(address);
  expect(own).toMatchObject({ places: 1, confirmed_at: new Date(), applicant_id: student.user.id });
  vi.setSystemTime(Date.now() + 60_000);
  expect((await join(event.id, address, { places: 4 })).status).toBe(201);
  expect(await entryOf(address)).toEqual(own);
});

test('only a POST with the token of the confirmation mail confirms a place on a waitlist', async () => {
  const email = 'button@invented.test';
  const event = await soon();
  await join(event.id, email);
  const entry_id = (await entryOf(email)).id;
  const token = await tokenOf(email);
  expect((await confirm(token, 'GET')).status).toBe(404);
  const stay = await linkToken(env.AUTH_PEPPER, { link: 'stay', id: entry_id });
  expect((await confirm(stay)).status).toBe(404);
  expect((await entryOf(email)).confirmed_at).toBeNull();
  vi.setSystemTime(Date.now() + HOUR);
  const now = new Date();
  expect((await confirm(token)).status).toBe(200);
  vi.setSystemTime(Date.now() + HOUR);
  expect((await confirm(token)).status).toBe(200);
  expect((await entryOf(email)).confirmed_at).toEqual(now);
  expect((await onSale(event.id)).waitlist_first).toBe(true);
});

test('a place on the general waitlist is confirmed through a mail, like a place on an event’s waitlist', async () => {
  const email = 'product@invented.test';
  expect((await join(null, email)).status).toBe(201);
  await askToConfirm(env, new Date());
  expect((await newestMail(email)).subject).toBe('Confirm your place on the waitlist');
  expect((await confirm(await tokenOf(email))).status).toBe(200);
  expect((await entryOf(email)).confirmed_at).not.toBeNull();
});

test('staff cannot decide about a place that nobody has confirmed, because a decision sends a mail', async () => {
  const event = await soon();
  const { headers } = await signedInAs('admin');
  await join(event.id, 'undecided@invented.test');
  const { id, updated_at } = await entryOf('undecided@invented.test');
  const one = { headers, method: 'PATCH', body: { status: 'accepted', updated_at } };
  expect((await post(`/api/admin/waitlist/${id}`, one)).json.error.code).toBe('review.refused');
  const many = { headers, body: { status: 'accepted', items: [{ id, updated_at }] } };
  expect((await post('/api/admin/waitlist/status', many)).json.error.code).toBe('review.refused');
  expect(await entryOf('undecided@invented.test')).toMatchObject({ status: 'pending', told_status: null });
});

test('a message from organizers does not go to unconfirmed places on the waitlist', async () => {
  const event = await soon();
  await join(event.id, 'silent@invented.test');
  const { headers } = await signedInAs('admin');
  const desk = await post(`/api/admin/events/${event.id}/desk`, { headers, method: 'GET' });
  expect(desk.json).toMatchObject({ waitlist: { pending: 0 }, unconfirmed: 1 });
  const sent = await post(`/api/admin/events/${event.id}/messages`, {
    headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
    body: { audience: 'all', body: 'Doors open at 9.' },
  });
  expect(sent.json.error.code).toBe('desk.nobody');
});

test('one address gets at most three mails a day that ask to confirm a place on a waitlist', async () => {
  for (let at = 0; at < 5; at += 1) {
    const event = await soon();
    await join(event.id, 'flooded@invented.test');
    await join(event.id, 'flooded@invented.test');
  }
  await askToConfirm(env, new Date());
  await askToConfirm(env, new Date());
  expect(await db.$count(outbox, eq(outbox.recipient, 'flooded@invented.test'))).toBe(3);
});

test('an accepted person gets no more places by joining again with an account', async () => {
  const event = await soon();
  const { headers, user } = await signedInAs('user');
  await join(event.id, user.email!);
  await confirm(await tokenOf(user.email!));
  await db.update(waitlist).set({ status: 'accepted' }).where(eq(waitlist.email_key, user.email!));
  expect((await join(event.id, user.email!, { headers, places: 6 })).status).toBe(201);
  expect(await entryOf(user.email!)).toMatchObject({ applicant_id: user.id, status: 'accepted', places: 1 });
});

test('a place on a waitlist is deleted if nobody confirms it within 48 hours', async () => {
  const email = 'late@invented.test';
  const event = await soon();
  await join(event.id, email);
  const token = await tokenOf(email);
  await askToConfirm(env, new Date(Date.now() + 47 * HOUR));
  expect(await db.$count(waitlist, eq(waitlist.email_key, email))).toBe(1);
  await askToConfirm(env, new Date(Date.now() + 49 * HOUR));
  expect(await db.$count(waitlist, eq(waitlist.email_key, email))).toBe(0);
  expect((await confirm(token)).status).toBe(404);
});
