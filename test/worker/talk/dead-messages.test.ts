import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog, outbox } from '../../../drizzle/tables/all-tables.ts';
import { ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { deliver, MAIL, rowOf, written } from '../../support/worker/talk/send-message.ts';

const PATH = '/api/admin/dead-messages';

beforeEach(async () => void (await db.delete(outbox)));

async function deadMessage(about: Parameters<typeof written>[1] = {}): Promise<string> {
  const id = await written(MAIL, about);
  await db.update(outbox).set({ status: 'dead', attempts: 8, last_error: 'The inbox is full.' });
  return id;
}

test('an admin sees each message that was given up, with its reason, lane and address', async () => {
  const { headers } = await signedInAs('admin');
  const id = await deadMessage({ purpose: 'money' });
  await written(MAIL);
  const { status, body } = await ask(PATH, { headers });
  expect(status).toBe(200);
  const about = { id, channel: 'email', lane: 'trade', recipient: 'student@vouch.test' };
  const end = { attempts: 8, last_error: 'The inbox is full.', is_expired: false };
  expect(body['messages']).toEqual([{ ...about, ...end, created_at: expect.any(String) }]);
});

test('a dead message that an admin sends again gets new attempts', async () => {
  const { headers, user } = await signedInAs('admin');
  const id = await deadMessage();
  expect(await ask(`${PATH}/${id}`, { headers, method: 'POST' })).toMatchObject({ status: 200 });
  await deliver(id, { bindings: { ...env, MAIL: { send: async () => ({ messageId: 'again' }) } } });
  expect(await rowOf(id)).toMatchObject({ status: 'sent', last_error: null });
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.target_id, id));
  expect(entry).toMatchObject({ actor_id: user.id, action: 'message.send_again', target_type: 'message' });
  expect(JSON.stringify(entry)).not.toContain('student@vouch.test');
});

test('a dead message is sent again only once, however often an admin presses the button', async () => {
  const { headers } = await signedInAs('admin');
  const id = await deadMessage();
  const pressed = await Promise.all([1, 2, 3].map(() => ask(`${PATH}/${id}`, { headers, method: 'POST' })));
  expect(pressed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  expect(await db.$count(auditLog, eq(auditLog.target_id, id))).toBe(1);
});

test('an admin cannot send again a message that is still waiting or whose code has expired', async () => {
  const { headers } = await signedInAs('admin');
  const expired = await deadMessage({ purpose: 'account', expires_at: new Date(Date.now() - 1) });
  const { body } = await ask(PATH, { headers });
  expect(body['messages']).toMatchObject([{ id: expired, lane: 'codes', is_expired: true }]);
  const refused = await ask(`${PATH}/${expired}`, { headers, method: 'POST' });
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'request.conflict' } } });
  const waiting = await written(MAIL);
  expect(await ask(`${PATH}/${waiting}`, { headers, method: 'POST' })).toMatchObject({ status: 409 });
  expect(await rowOf(expired)).toMatchObject({ status: 'dead', attempts: 8 });
});
