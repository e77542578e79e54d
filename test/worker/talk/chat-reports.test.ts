import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { chatReports } from '../../../drizzle/tables/all-tables.ts';
import type { ChatMessage } from '../../../worker/contract/talk/chat.ts';
import { roomOf } from '../../../worker/rooms/ask-room.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';

beforeEach(async () => void (await db.delete(chatReports)));

type Person = Awaited<ReturnType<typeof signedInAs>>;

const aUser = () => signedInAs('user');

async function messageBy(slug: string, { headers }: Person, over: object = {}): Promise<ChatMessage> {
  const json = { body: 'Hi', client_id: crypto.randomUUID(), ...over };
  const { status, body } = await ask(`/api/events/${slug}/messages`, { headers, json });
  expect(status).toBe(201);
  return body as unknown as ChatMessage;
}

const report = (slug: string, { headers }: Person, { id, ...json }: { id: string; reason?: string; note?: string }) =>
  ask(`/api/events/${slug}/messages/${id}/reports`, { headers, json: { reason: 'scam', ...json } });

const decide = ({ headers }: Person, id: string, decision: string) =>
  ask(`/api/admin/chat-reports/${id}`, { headers, json: { decision } });

const reportsOf = ({ id }: Pick<ChatMessage, 'id'>) =>
  db
    .select()
    .from(chatReports)
    .where(eq(chatReports.message_id, id))
    .orderBy(sql`rowid`);

const actionsOn = async (id: string) => (await logOf(id)).map(({ action }) => action);

const codeOf = ({ body }: { body: { error: { code: string } } }) => body.error.code;

test('staff see each reported message in their queue, with one report per person', async () => {
  const { id: event_id, slug, title } = await anEvent();
  const [author, one, two, admin] = [await aUser(), await aUser(), await aUser(), await signedInAs('admin')];
  const { id, seq } = await messageBy(slug, author, { body: 'Pay me first' });
  const answers = [
    await report(slug, one, { id, note: '  asks for money  ' }),
    await report(slug, one, { id, reason: 'spam' }),
    await report(slug, two, { id, reason: 'other', note: ' ' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201]);
  const stored = await reportsOf({ id });
  expect(stored).toMatchObject([
    {
      event_id,
      seq,
      author_id: author.user.id,
      body: 'Pay me first',
      reporter_id: one.user.id,
      reason: 'scam',
      note: 'asks for money',
    },
    { reporter_id: two.user.id, reason: 'other', note: null, status: 'open' },
  ]);
  const { body, text } = await ask('/api/admin/chat-reports', { headers: admin.headers });
  expect(body['reported']).toEqual([
    {
      message_id: id,
      event: { slug, title },
      seq,
      author_id: author.user.id,
      author_name: 'A student',
      body: 'Pay me first',
      reported_at: stored[0]!.created_at.toISOString(),
      reports: expect.arrayContaining([
        { reason: 'scam', note: 'asks for money' },
        { reason: 'other', note: null },
      ]),
    },
  ]);
  expect(text).not.toContain(one.user.id);
  expect((await ask('/api/admin/summary', { headers: admin.headers })).body['reports_open']).toBe(1);
});

test('a staff decision about a reported message closes all its open reports', async () => {
  const { slug } = await anEvent();
  const [author, one, two, admin] = [await aUser(), await aUser(), await aUser(), await signedInAs('admin')];
  const [bad, good] = [await messageBy(slug, author, { body: 'bad' }), await messageBy(slug, author, { body: 'good' })];
  for (const { id } of [bad, good]) for (const person of [one, two]) await report(slug, person, { id });
  const around = await ask(`/api/admin/chat-reports/${good.id}/around`, { headers: admin.headers });
  expect(around.body).toMatchObject({ messages: [{ body: 'bad' }, { body: 'good' }] });
  expect((await decide(admin, bad.id, 'remove')).body).toEqual({ message_id: bad.id, status: 'removed' });
  expect((await decide(admin, good.id, 'keep')).body).toEqual({ message_id: good.id, status: 'kept' });
  expect((await ask(`/api/events/${slug}/messages`)).body['messages']).toMatchObject([
    { id: bad.id, body: '', removed: { by: { user_id: admin.user.id } } },
    { id: good.id, body: 'good', removed: null },
  ]);
  const decided = { decided_by: admin.user.id, decided_at: expect.any(Date) };
  for (const [message, status] of [
    [bad, 'removed'],
    [good, 'kept'],
  ] as const) {
    const closed = { status, ...decided };
    expect(await reportsOf(message)).toMatchObject([closed, closed]);
  }
  expect(await actionsOn(bad.id)).toEqual(['chat.remove', 'chat.decide_reports']);
  expect(await actionsOn(good.id)).toEqual(['chat.decide_reports']);
  const late = await decide(admin, bad.id, 'keep');
  expect([late.status, codeOf(late)]).toEqual([409, 'request.conflict']);
  expect((await decide(admin, good.id, 'drop')).status).toBe(422);
  expect((await ask('/api/admin/summary', { headers: admin.headers })).body['reports_open']).toBe(0);
});

test('if staff remove a message in the chat, its reports are closed and can no longer be decided', async () => {
  const { slug } = await anEvent();
  const [author, one, admin] = [await aUser(), await aUser(), await signedInAs('admin')];
  const { id } = await messageBy(slug, author);
  await report(slug, one, { id });
  const removed = await ask(`/api/events/${slug}/messages/${id}`, { headers: admin.headers, method: 'DELETE' });
  expect(removed.status).toBe(200);
  expect(await reportsOf({ id })).toMatchObject([{ status: 'removed' }]);
  expect((await decide(admin, id, 'remove')).status).toBe(409);
});

test('reports of a message that its room no longer stores can still be decided', async () => {
  const { id: event_id, slug } = await anEvent();
  const [author, one, admin] = [await aUser(), await aUser(), await signedInAs('admin')];
  const { id } = await messageBy(slug, author);
  await report(slug, one, { id });
  await roomOf(env, event_id).close({ event_id, now: Date.now() });
  expect((await decide(admin, id, 'remove')).body).toEqual({ message_id: id, status: 'removed' });
  expect(await actionsOn(id)).toEqual(['chat.decide_reports']);
});

test('staff read the queue of reported messages page by page, starting with the oldest report', async () => {
  const { id: event_id } = await anEvent();
  const [one, two, admin] = [await aUser(), await aUser(), await signedInAs('admin')];
  const row = { event_id, seq: 1, author_id: 'author', body: 'x', reason: 'spam' } as const;
  for (const [at, { user }] of [one, two, one, two, one].entries()) {
    const about = { message_id: `waits-${at < 2 ? 0 : at}`, reporter_id: user.id };
    await db.insert(chatReports).values({ ...row, ...about, created_at: new Date(1000 * (at + 1)) });
  }
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/api/admin/chat-reports?limit=2${cursor ? `&cursor=${cursor}` : ''}`;
    const { body } = await ask(path, { headers: admin.headers });
    seen.push(...(body['reported'] as { message_id: string }[]).map(({ message_id }) => message_id));
    cursor = body.next_cursor;
  }
  expect(seen).toEqual(['waits-0', 'waits-2', 'waits-3', 'waits-4']);
});
