import { eq, like } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { waitlistRow } from '../../../../drizzle/seed/rows.ts';
import {
  eventMessages,
  notifications,
  outbox,
  waitlist,
  type WaitlistEntry,
} from '../../../../drizzle/tables/all-tables.ts';
import { anEvent, ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { launch } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';

afterAll(() => launch('push', false));

const TEXT = 'Doors open at 9 PM.\nBring your student card.';

/** An organizer with an event and its waitlist: two pending people, one accepted, one declined. */
async function withWaitlist(over: Parameters<typeof anEvent>[0] = {}) {
  const { headers, user } = await signedInAs('organizer');
  const event = await anEvent({ organizer_id: user.id, title: 'Lantern Night', ...over });
  const statuses: WaitlistEntry['status'][] = ['pending', 'pending', 'accepted', 'declined'];
  const people = statuses.map((status) => waitlistRow({ event_id: event.id, status }));
  await db.insert(waitlist).values(people);
  const send = (json: object, key: string = crypto.randomUUID()) =>
    ask(`/api/admin/events/${event.id}/messages`, { headers: { ...headers, 'Idempotency-Key': key }, json });
  return { headers, event, people, send };
}

const messagesOf = (id: string) => db.select().from(eventMessages).where(eq(eventMessages.event_id, id));

test('everybody on the waitlist, except declined people, gets one mail with the message', async () => {
  const { headers, event, people, send } = await withWaitlist();
  const { status, body } = await send({ audience: 'all', body: `  ${TEXT}\u202e ` });
  expect([status, body['recipients']]).toEqual([201, 3]);
  const mails = await Promise.all(people.map(({ email }) => mailsTo(email)));
  expect(mails.map((got) => got.length)).toEqual([1, 1, 1, 0]);
  const [mail] = mails[0]!;
  expect(mail!.subject).toBe('News about Lantern Night');
  expect(mail!.text).toContain(TEXT);
  expect(mail!.text).toContain('You’re getting it because you joined the waitlist for this night.');
  expect(mail!.link).toMatch(new RegExp(`/events/${event.slug}$`));
  expect(await messagesOf(event.id)).toMatchObject([{ audience: 'all', body: TEXT, recipients: 3 }]);
  expect(await logOf(event.id)).toMatchObject([{ action: 'event.message' }]);
  const history = await ask(`/api/admin/events/${event.id}/messages`, { headers });
  expect(history.body['messages']).toMatchObject([{ body: TEXT, recipients: 3, audience: 'all' }]);
  for (const { email } of people) expect(history.text).not.toContain(email);
});

test('a message can go to only the pending or only the accepted people', async () => {
  const { people, send } = await withWaitlist();
  expect((await send({ audience: 'pending', body: 'One' })).body['recipients']).toBe(2);
  expect((await send({ audience: 'accepted', body: 'Two' })).body['recipients']).toBe(1);
  const got = await Promise.all(people.map(async ({ email }) => (await mailsTo(email)).length));
  expect(got).toEqual([1, 1, 1, 0]);
});

test('a message that is repeated with the same key is sent once, even if the repeats run in parallel', async () => {
  const { event, people, send } = await withWaitlist();
  const key = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => send({ audience: 'all', body: TEXT }, key)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await mailsTo(people[0]!.email)).toHaveLength(1);
  expect((await send({ audience: 'all', body: 'Another' }, key)).body.error.code).toBe('desk.key_reused');
  expect(await messagesOf(event.id)).toHaveLength(1);
});

test('a waitlist gets at most two messages in 24 hours, even when they are sent at the same time', async () => {
  const { event, send } = await withWaitlist();
  const answers = await Promise.all([1, 2, 3, 4].map((at) => send({ audience: 'all', body: `Message ${at}` })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
  const refused = answers.find(({ status }) => status === 409)!.body.error;
  expect(refused).toMatchObject({ code: 'desk.message_limit', message: expect.stringContaining('tomorrow') });
  const [first] = await messagesOf(event.id);
  expect(await db.$count(outbox, like(outbox.id, `${first!.id}:%`))).toBe(3);
  await db
    .update(eventMessages)
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where(eq(eventMessages.id, first!.id));
  expect((await send({ audience: 'all', body: 'The next day' })).status).toBe(201);
});

test('a message is refused and not stored if it is empty, too long, without recipients or about a past event', async () => {
  const { event, send } = await withWaitlist({ start_at: new Date(Date.now() - 86_400_000) });
  expect((await send({ audience: 'all', body: TEXT })).body.error.code).toBe('desk.event_over');
  expect(Object.keys((await send({ audience: 'all', body: ' \u200b ' })).body.error.fields)).toEqual(['body']);
  expect(Object.keys((await send({ audience: 'all', body: 'x'.repeat(1001) })).body.error.fields)).toEqual(['body']);
  expect(Object.keys((await send({ audience: 'declined', body: TEXT })).body.error.fields)).toEqual(['audience']);
  expect(await messagesOf(event.id)).toEqual([]);
  const quiet = await withWaitlist();
  await db.delete(waitlist).where(eq(waitlist.event_id, quiet.event.id));
  expect((await quiet.send({ audience: 'all', body: TEXT })).body.error.code).toBe('desk.nobody');
});

test('while an acceptance can still be undone, the person does not count as accepted', async () => {
  const { headers, event, people, send } = await withWaitlist();
  const undoable = { status: 'accepted', told_status: 'pending', tell_at: new Date(Date.now() + 10_000) } as const;
  await db.update(waitlist).set(undoable).where(eq(waitlist.id, people[0]!.id));
  expect((await send({ audience: 'accepted', body: TEXT })).body['recipients']).toBe(1);
  expect(await mailsTo(people[0]!.email)).toHaveLength(0);
  const { body } = await ask(`/api/admin/events/${event.id}/guests`, { headers });
  expect((body['guests'] as { name: string }[]).map(({ name }) => name)).toEqual([people[2]!.name]);
});

test('while notifications are on, each account that gets a message also gets one notification', async () => {
  const { event, people, send } = await withWaitlist();
  const [sent, own, off] = await Promise.all([signedInAs('user'), signedInAs('user'), signedInAs('user')]);
  const email = own.user.email!;
  await db.update(waitlist).set({ applicant_id: sent.user.id }).where(eq(waitlist.id, people[0]!.id));
  // This person joined the waitlist without an account and has proven the address since.
  await db.update(waitlist).set({ email, email_key: email.toLowerCase() }).where(eq(waitlist.id, people[1]!.id));
  await db
    .update(waitlist)
    .set({ applicant_id: off.user.id, takes_messages: false })
    .where(eq(waitlist.id, people[2]!.id));
  const told = () =>
    db
      .select()
      .from(notifications)
      .where(eq(notifications.path, `/events/${event.slug}`));
  expect((await send({ audience: 'all', body: 'Before' })).status).toBe(201);
  expect(await told()).toEqual([]);
  await launch('push', true);
  const key = crypto.randomUUID();
  await Promise.all([1, 2].map(() => send({ audience: 'all', body: TEXT }, key)));
  const rows = await told();
  expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual([sent.user.id, own.user.id].toSorted());
  expect(rows[0]).toMatchObject({
    kind: 'waitlist',
    title: 'News about Lantern Night',
    body: 'Doors open at 9 PM. Bring your student card.',
    is_urgent: false,
  });
});
