import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { blocks, eventOrganizers, notifications, profiles } from '../../../drizzle/tables/all-tables.ts';
import type { ChatMessage } from '../../../worker/contract/talk/chat.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { launch } from '../../support/worker/launch.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';

type Person = Awaited<ReturnType<typeof signedInAs>>;

const aUser = () => signedInAs('user');
const client = () => ({ client_id: crypto.randomUUID() });
const say = (slug: string, { headers }: Person, over: object = {}) =>
  ask(`/api/events/${slug}/messages`, { headers, json: { body: 'Hi', ...client(), ...over } });

async function messageBy(slug: string, person: Person, over: object = {}): Promise<ChatMessage> {
  const { status, body } = await say(slug, person, over);
  expect(status).toBe(201);
  return body as unknown as ChatMessage;
}

const slow = (slug: string, { headers }: Person, seconds: number) =>
  ask(`/api/events/${slug}/slow`, { headers, method: 'PUT', json: { seconds } });

const block = ({ headers }: Person, { user }: Pick<Person, 'user'>) =>
  ask(`/api/my/blocks/${user.id}`, { headers, method: 'PUT' });

const actionsOn = async (id: string) => (await logOf(id)).map(({ action }) => action);

const listOf = async ({ headers }: Person) => (await ask('/api/my/blocks', { headers })).body;

const codeOf = ({ body }: { body: { error: { code: string } } }) => body.error.code;

test('admins and organizers of the night can set slow mode, which makes students wait between messages', async () => {
  const [organizer, helper] = [await signedInAs('organizer'), await signedInAs('organizer')];
  const [admin, student] = [await signedInAs('admin'), await aUser()];
  const { id, slug } = await anEvent({ organizer_id: organizer.user.id });
  await db.insert(eventOrganizers).values({ event_id: id, user_id: helper.user.id, added_by: organizer.user.id });
  for (const staff of [admin, helper, organizer])
    expect(await slow(slug, staff, 60)).toMatchObject({ status: 200, body: { seconds: 60 } });
  expect(await actionsOn(id)).toEqual(['chat.slow', 'chat.slow', 'chat.slow']);
  await messageBy(slug, student);
  const refused = await say(slug, student);
  expect([refused.status, codeOf(refused)]).toEqual([429, 'chat.slow']);
  expect(Number(refused.answer.headers.get('Retry-After'))).toBeGreaterThan(50);
  for (const staff of [organizer, helper, admin, organizer, helper, admin]) await messageBy(slug, staff);
  expect((await slow(slug, organizer, 0)).status).toBe(200);
  await messageBy(slug, student);
});

test('organizers of other nights and students cannot set slow mode', async () => {
  const [student, stranger, admin] = [await aUser(), await signedInAs('organizer'), await signedInAs('admin')];
  // The student is named as the event's organizer, but does not have the role `organizer`.
  const { id, slug } = await anEvent({ organizer_id: student.user.id });
  const answers = [await ask(`/api/events/${slug}/slow`, { method: 'PUT', json: { seconds: 10 } })];
  for (const person of [student, stranger]) answers.push(await slow(slug, person, 10));
  answers.push(await slow(slug, admin, 7), await slow('no-such-night', admin, 10));
  expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 422, 404]);
  expect(await actionsOn(id)).toEqual([]);
  await messageBy(slug, student);
  await messageBy(slug, student);
});

test('a mentioned person gets one notification, even if the same message is sent twice', async () => {
  const { slug, title } = await anEvent();
  const [author, marie] = [await aUser(), await aUser()];
  const told = () => db.select().from(notifications).where(eq(notifications.user_id, marie.user.id));
  await db.update(profiles).set({ display_name: 'Tom Tomson' }).where(eq(profiles.id, author.user.id));
  await messageBy(slug, marie);
  const mentions = [marie.user.id, marie.user.id, author.user.id];
  await messageBy(slug, author, { mentions });
  expect(await told()).toEqual([]);
  await launch('push', true);
  const sent = { mentions, ...client() };
  const message = await messageBy(slug, author, sent);
  expect(message.mentions).toEqual([{ user_id: marie.user.id, display_name: 'A student' }]);
  expect((await say(slug, author, sent)).status).toBe(200);
  await messageBy(slug, author, { mentions });
  expect(await told()).toMatchObject([
    {
      kind: 'mentions',
      title: 'Tom mentioned you',
      body: `In the chat for ${title}. Open it to read the message.`,
      path: `/events/${slug}#chat`,
      cause: `message:${message.id}:mention`,
      is_urgent: false,
    },
  ]);
  await db.update(notifications).set({ seen_at: new Date() });
  // This name appears in full, because its first word alone means nothing.
  await db.update(profiles).set({ display_name: 'A student' }).where(eq(profiles.id, author.user.id));
  await messageBy(slug, author, { mentions });
  expect((await told()).map((row) => row.title).toSorted()).toEqual(['A student mentioned you', 'Tom mentioned you']);
  await launch('push', false);
});

test('a mention notifies nobody who blocks the author or whom the author blocks', async () => {
  const { slug } = await anEvent();
  const [author, blocked, blocker, other] = [await aUser(), await aUser(), await aUser(), await aUser()];
  for (const person of [blocked, blocker, other]) await messageBy(slug, person);
  await block(author, blocked);
  await block(blocker, author);
  await launch('push', true);
  const mentions = [blocked, blocker, other].map(({ user }) => user.id);
  const message = await messageBy(slug, author, { mentions });
  expect(new Set(message.mentions?.map(({ user_id }) => user_id))).toEqual(new Set([blocker.user.id, other.user.id]));
  expect(await db.$count(notifications, eq(notifications.cause, `message:${message.id}:mention`))).toBe(1);
  expect((await messageBy(slug, author, { mentions: mentions.slice(0, 1) })).mentions).toBeUndefined();
  await launch('push', false);
});

test('a repeated message does not notify a mentioned person who has blocked the author meanwhile', async () => {
  const { slug } = await anEvent();
  const [author, marie] = [await aUser(), await aUser()];
  await messageBy(slug, marie);
  const sent = { mentions: [marie.user.id], ...client() };
  await messageBy(slug, author, sent);
  await block(marie, author);
  await launch('push', true);
  expect((await say(slug, author, sent)).status).toBe(200);
  await launch('push', false);
  expect(await db.$count(notifications, eq(notifications.user_id, marie.user.id))).toBe(0);
});

test('only the person who blocks can see the block', async () => {
  const { slug } = await anEvent();
  const [one, two] = [await aUser(), await aUser()];
  const chatOf = async ({ headers }: Person) => (await ask(`/api/my/chats/${slug}`, { headers })).body;
  const before = await chatOf(two);
  for (let time = 0; time < 2; time += 1)
    expect(await block(one, two)).toMatchObject({ status: 200, body: { user_id: two.user.id, is_blocked: true } });
  expect(await chatOf(one)).toEqual({ is_staff: false, blocked_ids: [two.user.id] });
  expect(await chatOf(two)).toEqual(before);
  expect(before).toEqual({ is_staff: false, blocked_ids: [] });
  expect(await listOf(one)).toEqual({ people: [{ user_id: two.user.id, display_name: 'A student' }] });
  expect(await listOf(two)).toEqual({ people: [] });
  for (let time = 0; time < 2; time += 1) {
    const freed = await ask(`/api/my/blocks/${two.user.id}`, { headers: one.headers, method: 'DELETE' });
    expect(freed).toMatchObject({ status: 200, body: { is_blocked: false } });
  }
  expect(await chatOf(one)).toMatchObject({ blocked_ids: [] });
});

test('nobody can block themselves, an unknown account or more than 500 people', async () => {
  const me = await signedInAs('user');
  const mine = () => db.select().from(blocks).where(eq(blocks.blocker_id, me.user.id));
  const attempts = [
    await block(me, me),
    await block(me, { user: { ...me.user, id: 'nobody' } }),
    await ask(`/api/my/blocks/${me.user.id}`, { method: 'PUT' }),
  ];
  expect(attempts.map(({ status }) => status)).toEqual([422, 404, 401]);
  await db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 501)
    insert into profiles (id, role, is_student_verified, created_at) select 'crowd-' || i, 'user', 0, 0 from n`);
  await db.run(sql`insert into blocks select ${me.user.id}, id, 0 from profiles where id like 'crowd-%' limit 499`);
  const free = (await db.select({ id: profiles.id }).from(profiles)).filter(({ id }) => id.startsWith('crowd-'));
  const known = new Set((await mine()).map(({ blocked_id }) => blocked_id));
  const others = free.filter(({ id }) => !known.has(id)).map(({ id }) => ({ user: { ...me.user, id } }));
  const answers = await Promise.all(others.map((other) => block(me, other)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(codeOf(answers.find(({ status }) => status === 409)!)).toBe('chat.too_many_blocks');
  expect(await mine()).toHaveLength(500);
});
