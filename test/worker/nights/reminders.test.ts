import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { listingRow, profileRow, ticketRequestRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import {
  authUsers,
  events,
  listings,
  outbox,
  profiles,
  reminderOptOuts,
  reminders,
  savedEvents,
  ticketRequests,
  venues,
  waitlist,
  type Event,
} from '../../../drizzle/tables/all-tables.ts';
import { sendReminders } from '../../../worker/features/nights/plans/send-reminders.cron.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';

/** 10 PM on June 14, 2030 in New York, and 3:05 PM on the day before. */
const TOMORROW = new Date('2030-06-15T02:00:00Z');
const AFTERNOON = new Date('2030-06-13T19:05:00Z');

const queue = vi.fn<(messages: { body: { outbox_id: string } }[]) => Promise<void>>();
const bindings = { ...env, NOTIFY_QUEUE: { sendBatch: queue } as unknown as Env['NOTIFY_QUEUE'] };
const remind = (now = AFTERNOON) => sendReminders(bindings, now);

beforeEach(async () => {
  queue.mockReset().mockResolvedValue();
  await db.batch([
    db.delete(ticketRequests),
    db.delete(events),
    db.delete(venues),
    db.delete(reminders),
    db.delete(reminderOptOuts),
    db.delete(outbox),
  ]);
});

const tomorrow = (over: Partial<Event> = {}) => anEvent({ start_at: TOMORROW, ...over });
const save = (user_id: string, ...saved: Event[]) =>
  db.insert(savedEvents).values(saved.map(({ id }) => ({ user_id, event_id: id })));
const subjectsTo = async (email: string | null) => (await mailsTo(email!)).map(({ subject }) => subject);

async function accept(event: Event, buyer_id: string, status: 'accepted' | 'pending' = 'accepted') {
  const seller = profileRow();
  const listing = listingRow({ event_id: event.id, seller_id: seller.id, quantity: 6 });
  await db.batch([
    db.insert(profiles).values(seller),
    db.insert(listings).values(listing),
    db
      .insert(ticketRequests)
      .values(ticketRequestRow({ event_id: event.id, listing_id: listing.id, buyer_id, seller_id: seller.id, status })),
  ]);
}

test('one mail the day before has everything that a person has tomorrow, by start, each event once with what binds most', async () => {
  const { user } = await signedInAs('user');
  const [late, early] = [
    await tomorrow({ title: 'Late One' }),
    await tomorrow({ title: 'Early One', start_at: new Date('2030-06-14T22:00:00Z') }),
  ];
  const others = [
    await tomorrow({ start_at: new Date('2030-06-14T03:59:59Z') }),
    await tomorrow({ start_at: new Date('2030-06-15T04:00:00Z') }),
  ];
  await save(user.id, late, early, ...others);
  await accept(late, user.id);
  await remind();
  const [mail, ...more] = await mailsTo(user.email!);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Tomorrow: Early One and 1 more');
  expect(mail!.text).toContain('Early One is tomorrow: you saved it. Late One is tomorrow: tickets are kept for you.');
  expect(mail!.text).toContain('Friday, June 14, 2030 at 10:00 PM');
  expect(mail!.html.match(/Late One<\/p>/g)).toHaveLength(1);
  expect(mail!.text).toContain('http://127.0.0.1:8787/my-nights');
});

test('a place off the waitlist counts for its account and for the owner of its address; a pending place and request do not', async () => {
  const [byAccount, byAddress, waits, asks, unproven] = [
    await signedInAs('user'),
    await signedInAs('user', { user: { email: 'own@vouch.test' } }),
    await signedInAs('user'),
    await signedInAs('user'),
    await signedInAs('user', { user: { email: 'unproven@vouch.test', email_confirmed_at: null } }),
  ];
  const event = await tomorrow({ title: 'Room For You' });
  const rows = [
    waitlistRow({ event_id: event.id, applicant_id: byAccount.user.id, status: 'accepted' }),
    waitlistRow({ event_id: event.id, email: 'Own@vouch.test', email_key: 'own@vouch.test', status: 'accepted' }),
    waitlistRow({ event_id: event.id, applicant_id: waits.user.id, status: 'pending' }),
    waitlistRow({
      event_id: event.id,
      applicant_id: asks.user.id,
      status: 'accepted',
      told_status: 'pending',
      tell_at: TOMORROW,
    }),
    waitlistRow({ event_id: event.id, email_key: 'unproven@vouch.test', status: 'accepted' }),
  ];
  // A statement takes at most 100 values.
  for (const row of rows) await db.insert(waitlist).values(row);
  await accept(event, asks.user.id, 'pending');
  await remind();
  const people = [byAccount, byAddress, waits, asks, unproven];
  expect(await Promise.all(people.map(({ user }) => subjectsTo(user.email)))).toEqual([
    ['Tomorrow: Room For You'],
    ['Tomorrow: Room For You'],
    [],
    [],
    [],
  ]);
});

test('a reminder is written once, also if two runs overlap, and goes to the queue', async () => {
  const { user } = await signedInAs('user');
  await save(user.id, await tomorrow());
  await Promise.all([remind(), remind()]);
  await remind(new Date(AFTERNOON.getTime() + 60_000));
  const rows = await db.select().from(outbox);
  expect(rows).toMatchObject([
    { recipient: user.email, purpose: 'product', status: 'pending', expires_at: new Date('2030-06-14T04:00:00Z') },
  ]);
  expect(await db.select().from(reminders)).toMatchObject([
    { day: '2030-06-14', user_id: user.id, outbox_id: rows[0]!.id },
  ]);
  expect(queue.mock.calls.flat(2).map(({ body }) => body.outbox_id)).toContain(rows[0]!.id);
});

test('nothing is written in the morning, at night, or the day before that', async () => {
  const { user } = await signedInAs('user');
  await save(user.id, await tomorrow());
  for (const instant of [
    '2030-06-13T18:59:00Z',
    '2030-06-14T00:00:00Z',
    '2030-06-12T19:05:00Z',
    '2030-06-14T19:05:00Z',
  ])
    await remind(new Date(instant));
  expect(await db.select().from(outbox)).toEqual([]);
});

test('a cancelled, unpublished or scheduled event reminds nobody', async () => {
  const { user } = await signedInAs('user');
  const hidden = [
    { cancelled_at: new Date() },
    { is_published: false },
    { publish_at: new Date('2030-06-13T20:00:00Z') },
  ];
  for (const over of hidden) await save(user.id, await tomorrow(over));
  await remind();
  expect(await db.select().from(outbox)).toEqual([]);
});

test('banned and deleted accounts, and people who want no reminders, get none', async () => {
  const [banned, deleted, quiet] = [await signedInAs('user'), await signedInAs('user'), await signedInAs('user')];
  const event = await tomorrow();
  for (const { user } of [banned, deleted, quiet]) await save(user.id, event);
  await db.update(authUsers).set({ banned_until: TOMORROW }).where(eq(authUsers.id, banned.user.id));
  expect((await adminClient().deleteUser(deleted.user.id, true)).error).toBeNull();
  await ask('/api/my/reminders', { headers: quiet.headers, method: 'PUT', json: { wants: false } });
  await remind();
  expect(await db.select().from(outbox)).toEqual([]);
});

test('more people than one transaction takes all get their mail, each to the own address', async () => {
  const event = await tomorrow();
  await db.$client.batch([
    db.$client.prepare(
      `insert into profiles (id, role, is_student_verified, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 95) select 'crowd-' || i, 'user', 0, 0
         from n`,
    ),
    db.$client.prepare(
      `insert into auth_users (id, role, email, email_confirmed_at, app_metadata, user_metadata, is_anonymous,
        created_at, updated_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 95)
       select 'crowd-' || i, 'authenticated', 'crowd-' || i || '@vouch.test', 1, '{}', '{}', 0, 0, 0 from n`,
    ),
    db.$client
      .prepare(
        `insert into saved_events (user_id, event_id, created_at) select id, ?, 0 from profiles
          where id like 'crowd-%'`,
      )
      .bind(event.id),
  ]);
  await remind();
  const rows = await db.select({ recipient: outbox.recipient }).from(outbox);
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(95);
  expect(rows).toHaveLength(95);
});

test('reminders are forgotten after a week', async () => {
  const { user } = await signedInAs('user');
  const days = ['2030-06-06', '2030-06-07'];
  await db.insert(reminders).values(days.map((day) => ({ day, user_id: user.id, outbox_id: 'sent' })));
  await remind();
  expect((await db.select().from(reminders)).map(({ day }) => day)).toEqual(['2030-06-07']);
});
