import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { eventRow, venueRow } from '../../drizzle/seed/rows.ts';
import { events, nameErasures, venues } from '../../drizzle/tables/all-tables.ts';
import { accounts } from '../../worker/features/people/accounts/accounts.ts';
import { forgetChatNames } from '../../worker/features/talk/chat/forget-names.cron.ts';
import { runWrites } from '../../worker/http/database/batch.ts';
import { roomOf } from '../../worker/rooms/ask-room.ts';
import { signedInAs } from '../support/worker/people/auth.ts';
import { db } from '../support/worker/db.ts';
import { draft as draftIn } from '../support/worker/talk/room-messages.ts';

const NOW = Date.UTC(2031, 0, 1);

const draft = (over: { user_id?: string } = {}) => ({
  ...draftIn('forgetful', { ...over, now: NOW }),
  author: { display_name: 'Ana', is_student_verified: false },
});

test('the client_id of a message is deleted a month after the message left the history', async () => {
  const room = roomOf(env, 'forgetful');
  await room.post(draft());
  await runInDurableObject(room, (_, state) => {
    const month = 30 * 86_400_000;
    state.storage.sql.exec(
      `insert into sent_keys (user_id, client_id, seq, id, created_at, pruned_at)
        values ('student-1', 'old', 1, 'a', 0, ?), ('student-1', 'new', 2, 'b', 0, ?)`,
      NOW - month - 60_000,
      NOW - month + 60_000,
    );
    state.storage.sql.exec(
      `insert into messages (seq, id, user_id, client_id, body, created_at, author_is_verified)
        values (50111, 'm', 'student-1', 'c', 'x', 0, 0)`,
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

test('the room deletes the name of a deleted account, and keeps the account’s messages and other people’s names', async () => {
  const room = roomOf(env, 'names');
  const say = (user_id: string, display_name: string, mentions: string[] = []) => {
    const author = { display_name, is_student_verified: false };
    return room.post({ ...draft({ user_id }), event_id: 'names', author, mentions });
  };
  await say('ana', 'Ana');
  await say('ben', 'Ben', ['ana']);
  const removed = await say('ben', 'Ben');
  const by = { user_id: 'ana', display_name: 'Ana' };
  await room.remove({ event_id: 'names', id: 'message' in removed ? removed.message.id : '', by, now: NOW });
  await room.mute({ user_id: 'ben', muted: true, by, now: NOW });
  await room.forget(['ana', 'nobody']);
  const page = await room.history({ event_id: 'names', limit: 10 });
  expect(page?.messages).toMatchObject([
    { user_id: 'ana', body: 'Who is going?', author: { display_name: null } },
    { user_id: 'ben', author: { display_name: 'Ben' }, mentions: [{ user_id: 'ana', display_name: null }] },
    { user_id: 'ben', author: { display_name: 'Ben' }, removed: { by: { user_id: 'ana', display_name: null } } },
  ]);
  const { stored, kept } = await runInDurableObject(room, (instance, { storage: { sql } }) => ({
    stored: JSON.stringify([...sql.exec('select * from messages').raw(), ...sql.exec('select * from mutes').raw()]),
    kept: JSON.stringify(instance.syncRelay({ relay: 1, listeners: 0 })),
  }));
  expect([stored.includes('Ana'), kept.includes('Ana'), kept.includes('Ben')]).toEqual([false, false, true]);
});

test('the cron job removes the name of a deleted account from all rooms, at most a hundred rooms in each run', async () => {
  const { user } = await signedInAs('user');
  const venue = venueRow();
  await db.insert(venues).values(venue);
  const rows = Array.from({ length: 101 }, () => eventRow({ venue_id: venue.id }));
  for (const row of rows) await db.insert(events).values(row);
  const [first, last] = [rows[0]!.id, rows.at(-1)!.id];
  for (const event_id of [first, last]) await roomOf(env, event_id).post({ ...draft({ user_id: user.id }), event_id });
  const names = async () => {
    const pages = await Promise.all(
      [first, last].map((event_id) => roomOf(env, event_id).history({ event_id, limit: 1 })),
    );
    return pages.map((page) => page!.messages[0]!.author.display_name);
  };
  await runWrites(db, [accounts.removeAccount(db, { id: user.id, now: new Date() })]);
  await forgetChatNames(env);
  expect(await names()).toEqual([null, 'Ana']);
  await forgetChatNames(env);
  expect(await names()).toEqual([null, null]);
  await forgetChatNames(env);
  expect(await db.select().from(nameErasures)).toEqual([]);
});
