import { createExecutionContext, evictDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '../../drizzle/tables/all-tables.ts';
import { answerRequests } from '../../worker/app.ts';
import type { ChatMessage } from '../../worker/contract/talk/chat.ts';
import { closeRoom, roomOf } from '../../worker/rooms/ask-room.ts';
import { db, signedInAs } from '../support/worker/people/auth.ts';
import { countD1, countRows } from '../support/worker/count-d1.ts';
import { eventAt, send, url } from '../support/worker/talk/chat-room.ts';
import { draft } from '../support/worker/talk/room-messages.ts';
import { listenTo, stored } from '../support/worker/talk/listening.ts';

countRows();

const read = (slug: string, search = '') => exports.default.fetch(url(slug, `messages${search}`));

const seqsOf = async (search: string) => {
  const page = await (await read('pages', search)).json<{ messages: ChatMessage[]; last_seq: number }>();
  return [page.messages[0]?.seq, page.messages.at(-1)?.seq, page.messages.length, page.last_seq];
};
test('a signed-in person sends a message; the room stores it, and every listener and reader receives it', async () => {
  const event_id = await eventAt('written');
  const { user, headers } = await signedInAs('user');
  const listener = listenTo('written');
  expect(await listener.connect()).toBe(101);
  const client_id = crypto.randomUUID();
  const answer = await send('written', headers, { client_id, body: '  See you at ten \n' });
  expect(answer.status).toBe(201);
  const message = await answer.json<ChatMessage>();
  expect(message).toEqual({
    id: expect.any(String),
    seq: 1,
    event_id,
    user_id: user.id,
    body: 'See you at ten',
    created_at: expect.any(String),
    client_id,
    author: { display_name: 'A student', is_student_verified: true },
    removed: null,
  });
  await listener.reached(1);
  expect(listener.frames).toEqual([
    { type: 'hello', seq: 0 },
    { type: 'message', message },
  ]);
  expect(await (await read('written')).json()).toEqual({ messages: [message], last_seq: 1 });
  expect(await stored(event_id)).toMatchObject([{ seq: 1, user_id: user.id, body: 'See you at ten' }]);
});

test('a repeated client_id is answered with 200 and the first message', async () => {
  const event_id = await eventAt('twice');
  const { headers } = await signedInAs('user');
  const client_id = crypto.randomUUID();
  const [first, again] = [
    await send('twice', headers, { client_id }),
    await send('twice', headers, { client_id, body: 'Other words' }),
  ];
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(await again.json()).toEqual(await first.json());
  expect(await stored(event_id)).toHaveLength(1);
});

test('a signed-out visitor can read the chat but cannot write', async () => {
  const event_id = await eventAt('signed-out');
  const refused = await send('signed-out', {}, {});
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ error: { code: 'request.signed_out' } });
  expect(await (await read('signed-out')).json()).toEqual({ messages: [], last_seq: 0 });
  expect(await stored(event_id)).toEqual([]);
});

test('an invalid message is refused with the name of the wrong field, and nothing is stored', async () => {
  const event_id = await eventAt('refused');
  const blank = ['', ' \n ', '\u200b\u2060'];
  const unprintable = ['a\u0000b', 'a\u001b[31m', 'a\u0085b', '\ud800', 'a\udc00b'];
  for (const body of [...blank, ...unprintable, 'x'.repeat(501), 7, null]) {
    const { headers } = await signedInAs('user');
    const answer = await send('refused', headers, { body });
    expect([body, answer.status]).toEqual([body, 422]);
    const error = { code: 'request.invalid', fields: { body: expect.any(String) } };
    expect(await answer.json()).toMatchObject({ error });
  }
  const { headers } = await signedInAs('user');
  expect((await send('refused', headers, { client_id: 'not-a-uuid' })).status).toBe(422);
  expect(await stored(event_id)).toEqual([]);
});

test('a message may hold 500 UTF-16 units, newlines, emoji and markup; only tabs, line ends and outer spaces are normalized', async () => {
  await eventAt('allowed');
  const { headers } = await signedInAs('user');
  const bodies = ['x'.repeat(500), '🎟'.repeat(250), 'one\ntwo', '<script>alert(1)</script>'];
  for (const body of bodies) expect((await send('allowed', headers, { body })).status).toBe(201);
  const tidied = await send('allowed', headers, { body: 'tab\there\r\nnext' });
  expect(await tidied.json()).toMatchObject({ body: 'tab here\nnext' });
  const page = await (await read('allowed')).json<{ messages: ChatMessage[] }>();
  expect(page.messages.slice(0, 4).map(({ body }) => body)).toEqual(bodies);
});

test('one person may send ten messages in each rate limit window, while other people can still write', async () => {
  const event_id = await eventAt('flood');
  const { headers } = await signedInAs('user');
  const answers = await Promise.all(Array.from({ length: 40 }, () => send('flood', headers, {})));
  const written = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 429);
  // A new window may begin between the requests, and lets ten more through.
  expect(written.length).toBeGreaterThanOrEqual(10);
  expect(written.length).toBeLessThanOrEqual(20);
  expect(refused).toHaveLength(40 - written.length);
  expect(refused[0]!.headers.get('Retry-After')).toBe('10');
  expect(await refused[0]!.json()).toMatchObject({ error: { code: 'request.too_many' } });
  expect(await stored(event_id)).toHaveLength(written.length);
  const other = await signedInAs('user');
  expect((await send('flood', other.headers, {})).status).toBe(201);
});

test('an event that is unknown, unpublished or deleted has no chat', async () => {
  const { headers } = await signedInAs('user');
  await eventAt('hidden', { is_published: false });
  const event_id = await eventAt('deleted');
  expect((await send('deleted', headers, {})).status).toBe(201);
  const listener = listenTo('deleted');
  await listener.connect();
  // The requests in `late` are sent before the event is deleted. So they find the event, and only the closed room
  // refuses them, as it refuses slow requests that began before a deletion.
  await closeRoom(env, event_id);
  await listener.heard('gone');
  const late = [await send('deleted', headers, {}), await read('deleted')];
  await db.delete(events).where(eq(events.id, event_id));
  const after = [
    await send('deleted', headers, {}),
    await read('deleted'),
    await send('unknown', headers, {}),
    await read('hidden'),
  ];
  for (const answer of [...late, ...after]) {
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'event.not_found' } });
  }
  expect(await listenTo('deleted').connect()).toBe(404);
  expect(await listenTo('hidden').connect()).toBe(404);
  expect(await stored(event_id)).toEqual([]);
});

test('a page of the chat holds the messages after a given number, or the newest ones if none is given', async () => {
  const event_id = await eventAt('pages');
  for (let i = 0; i < 120; i += 1) await roomOf(env, event_id).post(draft(event_id));
  expect(await seqsOf('')).toEqual([21, 120, 100, 120]);
  expect(await seqsOf('?limit=5')).toEqual([116, 120, 5, 120]);
  expect(await seqsOf('?after=10&limit=5')).toEqual([11, 15, 5, 120]);
  expect(await seqsOf('?after=120')).toEqual([undefined, undefined, 0, 120]);
  for (const search of ['?limit=0', '?limit=101', '?after=-1', '?after=x', '?after=1e3'])
    expect((await read('pages', search)).status).toBe(422);
});

test('the live address accepts only WebSocket requests', async () => {
  await eventAt('plain');
  const answer = await exports.default.fetch(url('plain', 'live'));
  expect(answer.status).toBe(426);
  expect(await answer.json()).toMatchObject({ error: { code: 'chat.not_a_socket' } });
  const strange = await exports.default.fetch(url('plain', 'live?after=-3'), { headers: { Upgrade: 'websocket' } });
  expect(strange.status).toBe(422);
});

test('sending a message costs two D1 round trips and no write, and reading the chat costs one round trip', async () => {
  await eventAt('cost');
  const { headers } = await signedInAs('user');
  const counted = countD1(env.DB);
  const answer = answerRequests(() => () => Promise.resolve());
  const ask = (request: Request) => answer(request, { ...env, DB: counted.db }, createExecutionContext());
  const body = JSON.stringify({ body: 'Hi', client_id: crypto.randomUUID() });
  const written = await ask(
    new Request(url('cost'), { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body }),
  );
  expect(written.status).toBe(201);
  // One trip reads the session with its user and profile. The other reads the event and, for the author's name, the
  // profile again.
  expect(counted.cost).toMatchObject({ round_trips: 2, rows_read: 5, rows_written: 0 });
  expect((await ask(new Request(url('cost')))).status).toBe(200);
  expect(counted.cost).toMatchObject({ round_trips: 3, rows_read: 6, rows_written: 0 });
});

test('a listener whose socket stayed open still receives messages after the room hibernated', async () => {
  const event_id = await eventAt('asleep');
  const { headers } = await signedInAs('user');
  const listener = listenTo('asleep');
  await listener.connect();
  await evictDurableObject(roomOf(env, event_id));
  expect((await send('asleep', headers, {})).status).toBe(201);
  await listener.reached(1);
  expect(listener.seqs).toEqual([1]);
});
