import { expect, test } from 'vitest';
import type { ChatMessage } from '../../../../../worker/contract/talk/chat.ts';
import { ApiError } from '../../../../api.ts';
import { liveWorld, ME, message, said } from '../../../../../test/support/web/room-world.ts';

test('a sent message is shown immediately and only once, whether the answer or the socket brings it first', async () => {
  const { it, room, bodies } = await liveWorld();
  const answer = Promise.withResolvers<ChatMessage>();
  it.write = () => answer.promise;
  const sent = room.send({ body: 'hello', user_id: ME });
  await it.settle();
  const [own] = room.state().own;
  expect(own).toMatchObject({ body: 'hello', user_id: ME });
  const stored = message(4, { user_id: ME, body: 'hello', client_id: own!.client_id });
  it.socket.say({ type: 'message', message: stored });
  expect(room.state().own).toEqual([]);
  answer.resolve(stored);
  await sent;
  expect(bodies()).toEqual(['m1', 'm2', 'm3', 'hello']);
});

test('a sent message stays at the end until the messages before it have come', async () => {
  const { it, room, bodies } = await liveWorld();
  it.write = ({ body, client_id }) => Promise.resolve(message(5, { user_id: ME, body, client_id }));
  await room.send({ body: 'hello', user_id: ME });
  expect(bodies()).toEqual(['m1', 'm2', 'm3']);
  expect(room.state().own).toHaveLength(1);
  it.socket.say(said(4));
  expect(bodies()).toEqual(['m1', 'm2', 'm3', 'm4', 'hello']);
  expect(room.state().own).toEqual([]);
});

test('another person’s message with the same text and client_id is not taken for the sent one', async () => {
  const { it, room } = await liveWorld();
  it.write = () => new Promise(() => undefined);
  void room.send({ body: 'hello', user_id: ME });
  await it.settle();
  const { client_id } = room.state().own[0]!;
  it.socket.say({ type: 'message', message: message(4, { body: 'hello', client_id }) });
  expect(room.state().own).toHaveLength(1);
});

test('a message sent in one tab is shown once in another tab of the same person', async () => {
  const { it, bodies, room } = await liveWorld();
  const fromOtherTab = message(4, { user_id: ME, body: 'from the other tab', client_id: 'tab-two' });
  it.socket.say({ type: 'message', message: fromOtherTab });
  it.socket.say({ type: 'message', message: fromOtherTab });
  expect(bodies().slice(3)).toEqual(['from the other tab']);
  expect(room.state().own).toEqual([]);
});

test('all tries to send a message use the same id, even if the person sends the same text again after a failure', async () => {
  const { it, room, bodies } = await liveWorld();
  const ids: string[] = [];
  it.write = ({ client_id }) => {
    ids.push(client_id);
    return Promise.reject(new ApiError('network', 0, 'No connection.'));
  };
  const failed = room.send({ body: 'hello', user_id: ME }).catch((error: unknown) => error);
  await it.pass(4000);
  expect(await failed).toMatchObject({ code: 'network' });
  expect(room.state().own).toEqual([]);
  it.write = ({ body, client_id }) => {
    ids.push(client_id);
    return Promise.resolve(message(4, { user_id: ME, body, client_id }));
  };
  await room.send({ body: 'hello', user_id: ME });
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(4);
  expect(bodies().at(-1)).toBe('hello');
});

test('a refused message is not sent again', async () => {
  const { it, room } = await liveWorld();
  let writes = 0;
  it.write = () => {
    writes += 1;
    return Promise.reject(new ApiError('chat.muted', 403, 'You can’t write in this chat.'));
  };
  await expect(room.send({ body: 'hello', user_id: ME })).rejects.toMatchObject({ code: 'chat.muted' });
  expect(writes).toBe(1);
  expect(room.state().own).toEqual([]);
});

test('a message that comes back through the socket counts as sent, even if the answer to its request was lost', async () => {
  const { it, room, bodies } = await liveWorld();
  it.write = ({ body, client_id }) => {
    it.socket.say({ type: 'message', message: message(4, { user_id: ME, body, client_id }) });
    return Promise.reject(new ApiError('network', 0, 'No connection.'));
  };
  const sent = room.send({ body: 'hello', user_id: ME });
  await it.pass(4000);
  await sent;
  expect(bodies().at(-1)).toBe('hello');
});

test('messages written in quick succession are sent one after the other', async () => {
  const { it, room, bodies } = await liveWorld();
  const order: string[] = [];
  const answers: (() => void)[] = [];
  it.write = ({ body, client_id }) => {
    order.push(body);
    return new Promise((done) => answers.push(() => done(message(3 + order.length, { user_id: ME, body, client_id }))));
  };
  const both = Promise.all([room.send({ body: 'one', user_id: ME }), room.send({ body: 'two', user_id: ME })]);
  await it.settle();
  expect(order).toEqual(['one']);
  expect(room.state().own.map(({ body }) => body)).toEqual(['one', 'two']);
  answers[0]!();
  await it.settle();
  answers[1]!();
  await both;
  expect(order).toEqual(['one', 'two']);
  expect(bodies().slice(3)).toEqual(['one', 'two']);
});
