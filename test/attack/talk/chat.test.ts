import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chatReports, notifications } from '../../../drizzle/tables/all-tables.ts';
import type { ChatMessage } from '../../../worker/contract/talk/chat.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { launch } from '../../support/worker/launch.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';

type Person = Awaited<ReturnType<typeof signedInAs>>;

const say = async (slug: string, { headers }: Person, over: object = {}) => {
  const json = { body: 'Hi', client_id: crypto.randomUUID(), ...over };
  const { status, body } = await ask(`/api/events/${slug}/messages`, { headers, json });
  return { status, message: body as unknown as ChatMessage };
};

const report = (slug: string, { headers }: { headers: Record<string, string> }, id: string) =>
  ask(`/api/events/${slug}/messages/${id}/reports`, { headers, json: { reason: 'scam' } });

test('a mention in a chat does not notify people who have not written in this chat', async () => {
  await launch('push', true);
  const [here, there] = [await anEvent(), await anEvent()];
  const [author, foreign, silent] = [await signedInAs('user'), await signedInAs('user'), await signedInAs('user')];
  await say(there.slug, foreign);
  const { message } = await say(here.slug, author, { mentions: [foreign.user.id, silent.user.id, "x' or 1=1 --"] });
  expect(message.mentions).toBeUndefined();
  expect(await db.select().from(notifications)).toEqual([]);
});

test('a chat message with six mentions or with malformed mentions is refused', async () => {
  const { slug } = await anEvent();
  const [author, marie] = [await signedInAs('user'), await signedInAs('user')];
  await say(slug, marie);
  const shapes = [Array.from({ length: 6 }, (_, at) => `id-${at}`), 'marie', [{ user_id: marie.user.id }], [7], ['']];
  for (const mentions of shapes) expect((await say(slug, author, { mentions })).status).toBe(422);
  const claimed = { author: { display_name: 'An admin' }, is_staff: true };
  const { message } = await say(slug, author, { mentions: [marie.user.id], ...claimed });
  expect(message).toMatchObject({
    author: { display_name: 'A student' },
    mentions: [{ user_id: marie.user.id, display_name: 'A student' }],
  });
});

test('a message can be reported only in its own chat, by signed-in people other than its author', async () => {
  const [here, there, hidden] = [await anEvent(), await anEvent(), await anEvent({ is_published: false })];
  const [author, reader] = [await signedInAs('user'), await signedInAs('user')];
  const { message } = await say(here.slug, author);
  const answers = [
    await report(there.slug, reader, message.id),
    await report(hidden.slug, reader, message.id),
    await report(here.slug, reader, 'nothing'),
    await report(here.slug, { headers: {} }, message.id),
    await report(here.slug, author, message.id),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 401, 409]);
  expect(await db.select().from(chatReports)).toEqual([]);
});

test('parallel reports of one chat message by the same person count once', async () => {
  const { slug } = await anEvent();
  const [author, reader, admin] = [await signedInAs('user'), await signedInAs('user'), await signedInAs('admin')];
  const [gone, stays] = [(await say(slug, author)).message, (await say(slug, author)).message];
  await ask(`/api/events/${slug}/messages/${gone.id}`, { headers: admin.headers, method: 'DELETE' });
  const refused = await report(slug, reader, gone.id);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'chat.message_removed']);
  await Promise.all(Array.from({ length: 8 }, () => report(slug, reader, stays.id)));
  expect(await db.$count(chatReports, eq(chatReports.reporter_id, reader.user.id))).toBe(1);
});

test('one person reports at most 20 messages in 24 hours, however many requests arrive together', async () => {
  const { id: event_id, slug } = await anEvent();
  const [author, reader] = [await signedInAs('user'), await signedInAs('user')];
  const row = { event_id, seq: 1, author_id: author.user.id, body: 'x', reason: 'spam' } as const;
  for (let at = 0; at < 18; at += 1)
    await db.insert(chatReports).values({ ...row, reporter_id: reader.user.id, message_id: `before-${at}` });
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) ids.push((await say(slug, author)).message.id);
  const answers = await Promise.all(ids.map((id) => report(slug, reader, id)));
  expect([201, 429].map((wanted) => answers.filter(({ status }) => status === wanted).length)).toEqual([2, 3]);
  expect(await db.$count(chatReports, eq(chatReports.reporter_id, reader.user.id))).toBe(20);
});
