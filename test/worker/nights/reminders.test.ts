import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { authUsers, outbox, reminderOptOuts, reminders, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { sendReminders } from '../../../worker/features/nights/plans/send-reminders.cron.ts';
import { sendQueuedMessages } from '../../../worker/features/talk/notify/send-messages.ts';
import { readSealedMessage } from '../../../worker/http/outbox/sealed-message.ts';
import { linkToken } from '../../../worker/http/shared/link-token.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { ask } from '../../support/worker/admin.ts';
import { countD1 } from '../../support/worker/count-d1.ts';
import { crowdSignedInAs, signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { addRequest } from '../../support/worker/nights/add-request.ts';
import { AFTERNOON, beginReminders, remind, save, TOMORROW, tomorrow } from '../../support/worker/nights/reminders.ts';

beforeEach(beginReminders);

const subjectsTo = async (email: string | null) => (await mailsTo(email!)).map(({ subject }) => subject);

test('the reminder lists each of the person’s events of tomorrow once, in the order of their start times', async () => {
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
  await addRequest(late.id, { buyer_id: user.id, status: 'accepted' });
  await remind();
  const [mail, ...more] = await mailsTo(user.email!);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Tomorrow: Early One and 1 more');
  expect(mail!.text).toContain('Early One is tomorrow: you saved it. Late One is tomorrow: your tickets are reserved.');
  expect(mail!.text).toContain('Friday, June 14, 2030 at 10:00 PM');
  expect(mail!.html.match(/Late One<\/p>/g)).toHaveLength(1);
  expect(mail!.text).toContain('http://127.0.0.1:8787/my-nights');
});

test('a person gets a reminder for an accepted waitlist entry, and no reminder for a pending entry', async () => {
  const byAddress = await signedInAs('user', { user: { email: 'own@vouch.test' } });
  const [byAccount, waits, asks] = [await signedInAs('user'), await signedInAs('user'), await signedInAs('user')];
  const unproven = await signedInAs('user', { user: { email: 'unproven@vouch.test', email_confirmed_at: null } });
  const next = await signedInAs('user');
  const event = await tomorrow({ title: 'Room For You' });
  for (const over of [
    { applicant_id: byAccount.user.id },
    { email: 'Own@vouch.test', email_key: 'own@vouch.test' },
    { applicant_id: waits.user.id, status: 'pending' },
    { applicant_id: asks.user.id, told_status: 'pending', tell_at: TOMORROW },
    { email_key: 'unproven@vouch.test' },
    // The address belongs to another person now.
    { applicant_id: byAccount.user.id, email_key: next.user.email! },
  ] as const)
    await db.insert(waitlist).values(waitlistRow({ event_id: event.id, status: 'accepted', ...over }));
  await addRequest(event.id, { buyer_id: asks.user.id });
  await remind();
  const people = [byAccount, byAddress, waits, asks, unproven, next];
  const one = ['Tomorrow: Room For You'];
  expect(await Promise.all(people.map(({ user }) => subjectsTo(user.email)))).toEqual([one, one, [], [], [], []]);
});

test('a person gets only one reminder, even if the job that writes reminders runs several times', async () => {
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
  expect(rows[0]!.retry_at).toEqual(rows[0]!.created_at);
});

test('the job reminds 250 people at once in fewer than ten round trips to the database', async () => {
  const event = await tomorrow();
  const crowd = await crowdSignedInAs('user', 250);
  const ids = JSON.stringify(crowd.map(({ user }) => user.id));
  await db.run(sql`insert into saved_events (user_id, event_id, created_at)
    select value, ${event.id}, ${AFTERNOON.getTime()} from json_each(${ids})`);
  const counted = countD1(env.DB);
  await sendReminders({ ...env, DB: counted.db }, AFTERNOON);
  const sent = (await db.select().from(outbox)).map(({ recipient }) => recipient);
  expect([sent.length, new Set(sent)]).toEqual([250, new Set(crowd.map(({ user }) => user.email))]);
  expect(await db.$count(reminders)).toBe(250);
  expect(counted.cost.round_trips).toBeLessThan(10);
});

test('a reminder is written only on the day before the event, from 3 PM until 8 PM', async () => {
  const { user } = await signedInAs('user');
  await save(user.id, await tomorrow());
  for (const instant of ['13T18:59', '14T00:00', '12T19:05', '14T19:05']) await remind(new Date(`2030-06-${instant}Z`));
  expect(await db.select().from(outbox)).toEqual([]);
});

test('nobody is reminded of an event that is cancelled, unpublished, or scheduled to be published later', async () => {
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

test('banned people, deleted accounts and people who turned reminders off get no reminder', async () => {
  const [banned, deleted, quiet] = [await signedInAs('user'), await signedInAs('user'), await signedInAs('user')];
  const event = await tomorrow();
  for (const { user } of [banned, deleted, quiet]) await save(user.id, event);
  await db.update(authUsers).set({ banned_until: TOMORROW }).where(eq(authUsers.id, banned.user.id));
  expect((await adminClient().deleteUser(deleted.user.id, true)).error).toBeNull();
  await ask('/api/my/reminders', { headers: quiet.headers, method: 'PUT', json: { wants: false } });
  await remind();
  expect(await db.select().from(outbox)).toEqual([]);
});

test('reminders are deleted after a week', async () => {
  const { user } = await signedInAs('user');
  const days = ['2030-06-06', '2030-06-07'];
  await db.insert(reminders).values(days.map((day) => ({ day, user_id: user.id, outbox_id: 'sent' })));
  await remind();
  expect((await db.select().from(reminders)).map(({ day }) => day)).toEqual(['2030-06-07']);
});

test('the link in a reminder turns reminders off without a sign-in', async () => {
  const { user, headers } = await signedInAs('user');
  await save(user.id, await tomorrow());
  await remind();
  const [row] = await db.select().from(outbox);
  const message = (await readSealedMessage(env.AUTH_PEPPER, { ...row!, sealed: row!.sealed! })) as {
    unsubscribe: string;
    text: string;
  };
  const { pathname, search } = new URL(message.unsubscribe);
  expect(message.text).toContain(`http://127.0.0.1:8787/reminders-off${search}`);
  const oneClick = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  for (const _ of [1, 2]) expect((await ask(`${pathname}${search}`, oneClick)).body).toEqual({ wants: false });
  expect(await db.select().from(reminderOptOuts)).toMatchObject([{ user_id: user.id }]);
  expect((await ask('/api/my/reminders', { headers })).body).toEqual({ wants: false });
  await ask('/api/my/reminders', { headers, method: 'PUT', json: { wants: true } });
  expect(await db.select().from(reminderOptOuts)).toEqual([]);
});

test('a reminder is sent with the mail headers for unsubscribing with one click', async () => {
  const { user } = await signedInAs('user');
  await save(user.id, await tomorrow());
  await remind();
  const [row] = await db.select().from(outbox);
  await db.update(outbox).set({ expires_at: null, retry_at: null });
  const send = vi.fn<(mail: { headers?: Record<string, string> }) => Promise<{ messageId: string }>>(async () => ({
    messageId: 'm',
  }));
  const message = { body: { outbox_id: row!.id }, attempts: 1, ack: () => undefined, retry: () => undefined };
  const batch = { queue: 'vouch-notify', messages: [message] } as unknown as MessageBatch<{ outbox_id: string }>;
  await sendQueuedMessages(batch, { ...env, MAIL: { send } as unknown as SendEmail });
  expect(send.mock.calls[0]![0].headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<http:\/\/127\.0\.0\.1:8787\/api\/reminders\/stop\?token=[^>]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test('nobody can turn off another person’s reminders with that person’s id or a forged token', async () => {
  const [person, other] = [await signedInAs('user'), await signedInAs('user')];
  const token = await linkToken(env.AUTH_PEPPER, { link: 'stop', id: person.user.id });
  const mac = token.slice(token.lastIndexOf('.') + 1);
  const forged = [
    person.user.id,
    `${person.user.id}.`,
    `${other.user.id}.${mac}`,
    `${person.user.id}.${'0'.repeat(64)}`,
    `.${mac}`,
    `${token}0`,
  ];
  for (const guess of forged) {
    const { status } = await ask(`/api/reminders/stop?token=${encodeURIComponent(guess)}`, { method: 'POST' });
    expect([guess, status]).toEqual([guess, 404]);
  }
  expect((await ask('/api/reminders/stop', { method: 'POST' })).status).toBe(422);
  expect((await ask('/api/my/reminders', { method: 'PUT', json: { wants: false } })).status).toBe(401);
  expect(await db.select().from(reminderOptOuts)).toEqual([]);
});
