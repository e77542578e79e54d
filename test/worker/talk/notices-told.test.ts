import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { eventRow, resellerRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import {
  events,
  notifications,
  resellerApplications,
  savedEvents,
  venueFollows,
  venueNews,
  waitlist,
} from '../../../drizzle/tables/all-tables.ts';
import { tellVenueNews } from '../../../worker/features/nights/changes/tell-venue-news.cron.ts';
import { tellPayments } from '../../../worker/features/trade/news/tell-payments.cron.ts';
import { sendReminders } from '../../../worker/features/nights/plans/send-reminders.cron.ts';
import { tellPeople } from '../../../worker/tell-people.ts';
import { afterUndo } from '../../support/worker/trade/after-undo.ts';
import { askForTickets, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { trade } from '../../support/worker/talk/told-trade.ts';
import { beginNotices, mailTo, noticesOf } from '../../support/worker/talk/notices.ts';

beforeEach(beginNotices);

test('a ticket request notifies the seller, and the answer notifies the buyer', async () => {
  const { seller, buyer, id } = await trade();
  const [asked] = await noticesOf(seller.user.id);
  expect(asked).toMatchObject({
    kind: 'requests',
    title: 'Request for 2 tickets',
    body: 'Disco Deficit: a student is waiting for your answer.',
    path: '/my-tickets',
    is_urgent: true,
  });
  const mail = await mailTo(seller.user.email!);
  expect(asked!.outbox_id).toBe(mail.id);
  await post(`/api/ticket-requests/${id}/accept`, { headers: seller.headers });
  await afterUndo();
  await afterUndo();
  const answer = {
    title: 'The seller said yes',
    body: '2 tickets for Disco Deficit. Off sale and kept for you.',
    cause: `request:${id}:accepted`,
  };
  expect(await noticesOf(buyer.user.id)).toMatchObject([answer]);
});

test('no notification is written for a refused ticket request or while push is off', async () => {
  const { seller, buyer, event } = await trade();
  await askForTickets(buyer.headers, { event_id: event.id, quantity: 1 });
  expect(await noticesOf(seller.user.id)).toHaveLength(1);
  await launch('push', false);
  const other = await trade();
  expect(await noticesOf(other.seller.user.id)).toEqual([]);
  expect(await mailTo(other.seller.user.email!)).toMatchObject({ status: 'pending' });
});

test('each stage of a hand-over causes one notification', async () => {
  const due_at = new Date(Date.now() + 20 * 3_600_000);
  const due = await requestWithPayment({ handover: { told_status: null, due_at } });
  const problem = await requestWithPayment({
    handover: { told_status: 'due', status: 'problem', delivered_at: new Date(), problem: 'Call me at 617 555 0177.' },
  });
  const onList = await requestWithPayment({
    payment: { promised_kind: 'name_list' },
    handover: { told_status: 'due', status: 'delivered', delivered_at: new Date() },
  });
  await Promise.all([tellPayments(env, new Date()), tellPayments(env, new Date())]);
  expect(await noticesOf(due.seller.user.id)).toMatchObject([
    { kind: 'handover', title: 'Paid: hand the tickets over', expires_at: due_at, is_urgent: true },
  ]);
  expect(await noticesOf(onList.buyer.user.id)).toMatchObject([
    { title: 'You’re on the list', body: '1 ticket for Disco Deficit. Bring an ID.' },
  ]);
  const told = await noticesOf(problem.seller.user.id);
  expect(told).toMatchObject([{ title: 'A problem was reported', is_urgent: false }]);
  const all = [...told, ...(await noticesOf(due.seller.user.id))];
  expect(JSON.stringify(all.map(({ title, body }) => [title, body]))).not.toMatch(/@|617/);
});

test('buyers, sellers and people on the waitlist of a canceled night get a notification', async () => {
  const { seller, buyer, event } = await trade();
  const waiting = await signedInAs('user');
  const entry = { event_id: event.id };
  await db.insert(waitlist).values([waitlistRow({ ...entry, applicant_id: waiting.user.id }), waitlistRow(entry)]);
  await db.update(events).set({ cancelled_at: new Date() }).where(eq(events.id, event.id));
  const later = new Date(Date.now() + 11 * 60_000);
  await Promise.all([tellPeople(env, later), tellPeople(env, later)]);
  const told = [];
  for (const { user } of [seller, buyer, waiting])
    told.push((await noticesOf(user.id)).filter(({ title }) => title === 'Canceled'));
  expect(told.map((rows) => rows.map(({ kind, body }) => [kind, body]))).toEqual(
    ['handover', 'handover', 'waitlist'].map((kind) => [[kind, 'Disco Deficit won’t take place.']]),
  );
});

test('a decision about a waitlist entry notifies the account with the address of the entry', async () => {
  const person = await signedInAs('user', { user: { email: 'owner@vouch.test' } });
  const event = await anEvent({ title: 'Room For You' });
  const tell_at = new Date(Date.now() - 1000);
  const about = { event_id: event.id, status: 'accepted', told_status: 'pending', tell_at } as const;
  const [owner, nobody] = ['Owner@vouch.test', 'nobody@vouch.test'].map((email) =>
    waitlistRow({ ...about, email, email_key: email.toLowerCase() }),
  );
  await db.insert(waitlist).values([owner!, nobody!]);
  await tellPeople(env, new Date());
  expect(await db.select().from(notifications)).toMatchObject([
    { user_id: person.user.id, kind: 'waitlist', title: "You're in", path: `/events/${event.slug}` },
  ]);
});

test('on the day before a night, people get a notification that expires at midnight', async () => {
  const { user } = await signedInAs('user');
  const event = await anEvent({ title: 'Late One', start_at: new Date('2030-06-15T02:00:00Z') });
  await db.insert(savedEvents).values({ user_id: user.id, event_id: event.id });
  await sendReminders(env, new Date('2030-06-13T19:05:00Z'));
  const mail = await mailTo(user.email!);
  const notice = {
    title: 'Tomorrow',
    body: 'Late One. See My nights for details.',
    outbox_id: mail.id,
    expires_at: new Date('2030-06-14T04:00:00Z'),
  };
  expect(await noticesOf(user.id)).toMatchObject([notice]);
});

test('a venue’s followers get at most one notification a day about its new nights', async () => {
  const now = new Date('2026-11-23T18:05:00Z');
  await launch('push', false);
  const before = await anEvent({ title: 'Known One' });
  await tellVenueNews(env, now);
  await launch('push', true);
  const [follower, other] = [await signedInAs('user'), await signedInAs('user')];
  await db.insert(venueFollows).values({ user_id: follower.user.id, venue_id: before.venue_id });
  const add = (title: string, over: object = {}) =>
    db.insert(events).values(eventRow({ venue_id: before.venue_id, title, ...over }));
  await add('First New');
  await add('A Draft', { is_published: false });
  await Promise.all([tellVenueNews(env, now), tellVenueNews(env, now)]);
  await add('Second New');
  await tellVenueNews(env, now);
  await tellVenueNews(env, new Date('2026-11-23T18:06:00Z'));
  expect((await noticesOf(follower.user.id)).map(({ kind, body }) => [kind, body])).toEqual([
    ['venues', 'First New, Friday, June 14.'],
  ]);
  expect(await noticesOf(other.user.id)).toEqual([]);
  await add('Third New');
  await tellVenueNews(env, new Date('2026-11-24T18:05:00Z'));
  expect((await noticesOf(follower.user.id)).at(-1)).toMatchObject({ body: 'Third New, Friday, June 14.' });
});

test.each([
  ['midnight passes', '2026-11-25T04:55:00Z', '2026-11-25T05:00:00Z'],
  ['the day on which the clocks go forward ends', '2027-03-15T03:55:00Z', '2027-03-15T04:00:00Z'],
])('a new night notifies a follower once, even if %s before all followers were told', async (_, first, next) => {
  const event = await anEvent({ title: 'Over Midnight' });
  const { user } = await signedInAs('user');
  await db.insert(venueFollows).values({ user_id: user.id, venue_id: event.venue_id });
  await tellVenueNews(env, new Date(first));
  await db.delete(venueNews).where(eq(venueNews.event_id, event.id));
  await tellVenueNews(env, new Date(next));
  expect(await noticesOf(user.id)).toHaveLength(1);
});

test('the notification about an approval to sell is a full sentence', async () => {
  const { user } = await signedInAs('user');
  const tell_at = new Date(Date.now() - 1000);
  const decided = { applicant_id: user.id, status: 'approved', told_status: 'pending', tell_at } as const;
  await db.insert(resellerApplications).values(resellerRow(decided));
  await tellPeople(env, new Date());
  expect(await noticesOf(user.id)).toMatchObject([
    { kind: 'account', title: 'Approved', body: 'You’re a verified reseller. The email has the details.' },
  ]);
});
