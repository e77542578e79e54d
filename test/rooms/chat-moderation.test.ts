import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../../worker/contract/talk/chat.ts';
import { signedInAs } from '../support/worker/people/auth.ts';
import { eventAt, send, url } from '../support/worker/talk/chat-room.ts';
import { listenTo, stored } from '../support/worker/talk/listening.ts';

const mute = (headers: Record<string, string>, body: Record<string, unknown>) =>
  exports.default.fetch(url('mutes', 'mutes'), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test('only an admin can remove a message, and everyone sees who removed it and when', async () => {
  const event_id = await eventAt('tombstone');
  const [author, organizer, admin] = [
    await signedInAs('user'),
    await signedInAs('organizer'),
    await signedInAs('admin'),
  ];
  const listener = listenTo('tombstone');
  await listener.connect();
  const { id } = await (await send('tombstone', author.headers, {})).json<ChatMessage>();
  const remove = (headers: Record<string, string>, which = id) =>
    exports.default.fetch(url('tombstone', `messages/${which}`), { method: 'DELETE', headers });
  const refused = [await remove({}), await remove(author.headers), await remove(organizer.headers)];
  expect(refused.map(({ status }) => status)).toEqual([401, 403, 403]);
  expect(await stored(event_id)).toMatchObject([{ body: 'Who is going?', removed_at: null }]);
  expect((await remove(admin.headers, 'nothing')).status).toBe(404);
  const answer = await remove(admin.headers);
  expect(answer.status).toBe(200);
  const removed = { at: expect.any(String), by: { user_id: admin.user.id, display_name: 'A student' } };
  expect(await answer.json()).toMatchObject({ id, seq: 1, body: '', removed });
  await listener.heard('removed');
  expect(listener.frames.at(-1)).toEqual({ type: 'removed', id, seq: 1, removed });
  expect(await stored(event_id)).toMatchObject([{ body: '', removed_by_id: admin.user.id }]);
});

test('an admin can mute a person in one room and unmute them', async () => {
  await eventAt('mutes');
  await eventAt('elsewhere');
  const [loud, admin] = [await signedInAs('user'), await signedInAs('admin')];
  const user_id = loud.user.id;
  expect([(await mute({}, { user_id })).status, (await mute(loud.headers, { user_id })).status]).toEqual([401, 403]);
  expect((await mute(admin.headers, { user_id: '' })).status).toBe(422);
  expect(await (await mute(admin.headers, { user_id })).json()).toEqual({
    user_id,
    muted: { at: expect.any(String), by: { user_id: admin.user.id, display_name: 'A student' } },
  });
  const refused = await send('mutes', loud.headers, {});
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: { code: 'chat.muted' } });
  expect((await send('elsewhere', loud.headers, {})).status).toBe(201);
  expect(await (await mute(admin.headers, { user_id, muted: false })).json()).toEqual({ user_id, muted: null });
  expect((await send('mutes', loud.headers, {})).status).toBe(201);
});
