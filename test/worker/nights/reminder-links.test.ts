import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { outbox, reminderOptOuts } from '../../../drizzle/tables/all-tables.ts';
import { linkToken } from '../../../worker/http/shared/link-token.ts';
import { sendQueuedMessages } from '../../../worker/features/talk/notify/send-messages.ts';
import { readSealedMessage } from '../../../worker/http/outbox/sealed-message.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { beginReminders, remind, save, tomorrow } from '../../support/worker/nights/reminders.ts';

beforeEach(beginReminders);

test('a reminder has links that turn reminders off, by one click in a mail program or on a page', async () => {
  const { user, headers } = await signedInAs('user');
  await save(user.id, await tomorrow());
  await remind();
  const [row] = await db.select().from(outbox);
  const message = (await readSealedMessage(env.AUTH_PEPPER, { ...row!, sealed: row!.sealed! })) as {
    unsubscribe: string;
    text: string;
  };
  const { pathname, search } = new URL(message.unsubscribe);
  expect(message.text).toContain(`http://127.0.0.1:8787/reminders-off${search}`);
  const oneClick = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  for (const _ of [1, 2]) expect((await ask(`${pathname}${search}`, oneClick)).body).toEqual({ wants: false });
  expect(await db.select().from(reminderOptOuts)).toMatchObject([{ user_id: user.id }]);
  expect((await ask('/api/my/reminders', { headers })).body).toEqual({ wants: false });
  await ask('/api/my/reminders', { headers, method: 'PUT', json: { wants: true } });
  expect(await db.select().from(reminderOptOuts)).toEqual([]);
});

test('the carrier gets the headers for unsubscribing with one click', async () => {
  const { user } = await signedInAs('user');
  await save(user.id, await tomorrow());
  await remind();
  const [row] = await db.select().from(outbox);
  await db.update(outbox).set({ expires_at: null });
  const send = vi.fn<(mail: { headers?: Record<string, string> }) => Promise<{ messageId: string }>>(async () => ({
    messageId: 'm',
  }));
  const message = { body: { outbox_id: row!.id }, attempts: 1, ack: () => undefined, retry: () => undefined };
  const batch = { queue: 'vouch-notify', messages: [message] } as unknown as MessageBatch<{ outbox_id: string }>;
  await sendQueuedMessages(batch, { ...env, MAIL: { send } as unknown as SendEmail });
  expect(send.mock.calls[0]![0].headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<http:\/\/127\.0\.0\.1:8787\/api\/reminders\/stop\?token=[^>]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test('nobody can turn off another person’s reminders with an id, a forged token or a token for something else', async () => {
  const [person, other] = [await signedInAs('user'), await signedInAs('user')];
  const token = await linkToken(env.AUTH_PEPPER, { link: 'stop', id: person.user.id });
  const mac = token.slice(token.lastIndexOf('.') + 1);
  const forged = [
    person.user.id,
    `${person.user.id}.`,
    `${other.user.id}.${mac}`,
    `${person.user.id}.${'0'.repeat(64)}`,
    `.${mac}`,
    `${token}0`,
  ];
  for (const guess of forged) {
    const { status } = await ask(`/api/reminders/stop?token=${encodeURIComponent(guess)}`, { method: 'POST' });
    expect([guess, status]).toEqual([guess, 404]);
  }
  expect((await ask('/api/reminders/stop', { method: 'POST' })).status).toBe(422);
  expect((await ask('/api/my/reminders', { method: 'PUT', json: { wants: false } })).status).toBe(401);
  expect(await db.select().from(reminderOptOuts)).toEqual([]);
});
