import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { roomOf } from '../../worker/rooms/ask-room.ts';

const NOW = Date.UTC(2031, 0, 1);

const draft = (over: { body?: string; user_id?: string } = {}) => ({
  event_id: 'forgetful',
  user_id: 'student-1',
  body: 'Who is going?',
  client_id: crypto.randomUUID(),
  author: { display_name: 'Ana', is_student_verified: false },
  now: NOW,
  ...over,
});

test('the key of a message that left the history is forgotten a month later', async () => {
  const room = roomOf(env, 'forgetful');
  await room.post(draft());
  await runInDurableObject(room, (_, state) => {
    const month = 30 * 86_400_000;
    state.storage.sql.exec(
      `insert into sent_keys (user_id, client_id, seq, id, created_at, pruned_at) values ('student-1', 'old', 1, 'a', 0, ?), ('student-1', 'new', 2, 'b', 0, ?)`,
      NOW - month - 60_000,
      NOW - month + 60_000,
    );
    state.storage.sql.exec(
      `insert into messages (seq, id, user_id, client_id, body, created_at, author_is_verified) values (50111, 'm', 'student-1', 'c', 'x', 0, 0)`,
    );
  });
  await room.post(draft());
  const left = await runInDurableObject(room, (_, state) =>
    state.storage.sql
      .exec<{ client_id: string }>('select client_id from sent_keys where seq <> 1')
      .toArray()
      .map(({ client_id }) => client_id),
  );
  expect(left).toEqual(['new']);
});
