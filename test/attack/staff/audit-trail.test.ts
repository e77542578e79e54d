import { env } from 'cloudflare:workers';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { auditLog, authUsers, profiles } from '../../../drizzle/tables/all-tables.ts';
import { type ChainedEntry, entryHash } from '../../../worker/contract/staff/audit-chain.ts';
import type { ChatMessage } from '../../../worker/contract/talk/chat.ts';
import { roomOf } from '../../../worker/rooms/ask-room.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';

async function spokenRoom() {
  const event = await anEvent();
  const [author, admin] = [await signedInAs('user'), await signedInAs('admin')];
  const path = `/api/events/${event.slug}`;
  const json = { body: 'Buy my tickets elsewhere', client_id: crypto.randomUUID() };
  const { body } = await ask(`${path}/messages`, { headers: author.headers, json });
  return { event, author, admin, path, message: body as unknown as ChatMessage };
}

test('the log entry about a removed chat message names the admin and the author, but does not contain the text', async () => {
  const { event, author, admin, path, message } = await spokenRoom();
  const remove = () => ask(`${path}/messages/${message.id}`, { headers: admin.headers, method: 'DELETE' });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(200);
  const entries = await logOf(message.id);
  const { id: actor_id, email: actor_email } = admin.user;
  expect(entries).toMatchObject([{ action: 'chat.remove', actor_id, actor_email, target_type: 'message' }]);
  const removed = { event_id: event.id, event: event.slug, seq: 1, user_id: author.user.id };
  expect(JSON.parse(entries[0]!.before)).toEqual(removed);
  expect(JSON.stringify(entries)).not.toContain('elsewhere');
  expect((await ask(`${path}/messages/none`, { headers: admin.headers, method: 'DELETE' })).status).toBe(404);
  expect(await logOf('none')).toEqual([]);
});

test('muting and unmuting a person are logged', async () => {
  const { event, author, admin, path } = await spokenRoom();
  const user_id = author.user.id;
  for (const muted of [true, false]) {
    expect((await ask(`${path}/mutes`, { headers: admin.headers, json: { user_id, muted } })).status).toBe(200);
  }
  expect(await logOf(user_id)).toMatchObject(
    ['chat.mute', 'chat.unmute'].map((action) => ({
      action,
      actor_email: admin.user.email,
      target_type: 'person',
      after: JSON.stringify({ event_id: event.id, event: event.slug, muted: action === 'chat.mute' }),
    })),
  );
});

test('an admin cannot remove a message or mute a person while the audit log cannot be written', async () => {
  const { event, author, admin, path, message } = await spokenRoom();
  await env.DB.prepare(
    "create trigger log_is_full before insert on audit_log when new.action like 'chat.%' begin select raise(abort, 'log_is_full: no room'); end",
  ).run();
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { headers } = admin;
  const removed = await ask(`${path}/messages/${message.id}`, { headers, method: 'DELETE' });
  const muted = await ask(`${path}/mutes`, { headers, json: { user_id: author.user.id, muted: true } });
  await env.DB.prepare('drop trigger log_is_full').run();
  expect([removed.status, muted.status, complained.mock.calls.length]).toEqual([500, 500, 2]);
  complained.mockRestore();
  const page = await roomOf(env, event.id).history({ event_id: event.id, limit: 10 });
  expect(page?.messages).toMatchObject([{ body: 'Buy my tickets elsewhere', removed: null }]);
  const json = { body: 'Still here', client_id: crypto.randomUUID() };
  expect((await ask(`${path}/messages`, { headers: author.headers, json })).status).toBe(201);
});

test('an audit entry keeps the actor’s former email address after the address changes and the account is deleted', async () => {
  const { headers, user } = await signedInAs('admin');
  const reader = await signedInAs('admin');
  const made = await ask('/api/admin/clubs', { headers, json: { name: 'Named Later' } });
  await db.update(authUsers).set({ email: 'renamed@vouch.test' }).where(eq(authUsers.id, user.id));
  await db.delete(profiles).where(eq(profiles.id, user.id));
  const { body } = await ask(`/api/admin/audit?target_type=club&target_id=${made.body.id}`, reader);
  expect(body['entries']).toMatchObject([{ actor_id: user.id, actor_email: user.email }]);
});

test('the hash of an audit entry covers every field of the entry', async () => {
  const { headers } = await signedInAs('admin');
  await ask('/api/admin/clubs', { headers, json: { name: 'Hashed' } });
  const [entry] = await db
    .select({ entry: auditLog, at: sql<number>`${auditLog.at}` })
    .from(auditLog)
    .orderBy(asc(auditLog.seq))
    .limit(1);
  const { hash, ...covered } = { ...entry!.entry, at: entry!.at };
  expect(await entryHash(covered)).toBe(hash);
  expect(hash).toMatch(/^[\da-f]{64}$/);
  for (const field of Object.keys(covered)) {
    const value = covered[field as keyof ChainedEntry];
    const tampered = { ...covered, [field]: typeof value === 'number' ? value + 1 : `${value}x` };
    expect([field, (await entryHash(tampered)) === hash]).toEqual([field, false]);
  }
});
