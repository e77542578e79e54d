import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { NewOutboxRow } from '../../../drizzle/tables/talk/outbox.ts';
import { outbox } from '../../../drizzle/tables/all-tables.ts';
import { claimAttempt } from '../../../worker/features/talk/notify/notify.db.ts';
import { sendQueuedMessages } from '../../../worker/features/talk/notify/send-messages.ts';
import { requeueMessages } from '../../../worker/features/talk/notify/requeue-messages.cron.ts';
import { outboxInsert } from '../../../worker/http/outbox/outbox.ts';
import type { OutboxMessage } from '../../../worker/http/outbox/sealed-message.ts';
import { db } from '../../support/worker/people/auth.ts';

const SMS: OutboxMessage = { channel: 'sms', recipient: '16175550177', text: '123456 is your code.' };
const twilio = {
  ...env,
  SMS_SENDER: 'twilio',
  SMS_FROM: '+15550000000',
  TWILIO_ACCOUNT_SID: 'AC-test',
  TWILIO_AUTH_TOKEN: 'secret',
};

async function written(
  message: OutboxMessage,
  about: Pick<NewOutboxRow, 'purpose' | 'expires_at'> = {},
): Promise<string> {
  const { id, statement } = await outboxInsert({ env, get: (key) => (key === 'db' ? db : new Date()) }, message, about);
  await statement;
  return id;
}

/** Sends one message as the queue would, and returns the result. */
async function deliver(outbox_id: string, { bindings = env, queue = 'vouch-notify', attempts = 1 } = {}) {
  const message = {
    id: outbox_id,
    timestamp: new Date(),
    attempts,
    body: { outbox_id },
    ack: vi.fn<() => void>(),
    retry: vi.fn<(options?: QueueRetryOptions) => void>(),
  };
  const batch = {
    queue,
    messages: [message],
    ackAll: vi.fn<() => void>(),
    retryAll: vi.fn<() => void>(),
    metadata: { metrics: { backlogCount: 1, backlogBytes: 1 } },
  };
  await sendQueuedMessages(batch, bindings);
  return message;
}

const rowOf = async (id: string) => (await db.select().from(outbox).where(eq(outbox.id, id)))[0];

test('a text message is sent to Twilio once', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ sid: 'SM-1' }));
  const id = await written(SMS);
  expect((await deliver(id, { bindings: twilio })).ack).toHaveBeenCalledOnce();
  expect((await deliver(id, { bindings: twilio })).ack).toHaveBeenCalledOnce();
  expect(fetched).toHaveBeenCalledTimes(1);
  const [url, init] = fetched.mock.calls[0]!;
  expect(url).toBe('https://api.twilio.com/2010-04-01/Accounts/AC-test/Messages.json');
  expect(Object.fromEntries(init!.body as URLSearchParams)).toEqual({
    To: '+16175550177',
    From: '+15550000000',
    Body: SMS.text,
  });
  expect(await rowOf(id)).toMatchObject({ status: 'sent', provider_id: 'SM-1', attempts: 1 });
  fetched.mockRestore();
});

test('a message that the carrier refuses is retried at growing intervals, and becomes a dead message in the end', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('no', { status: 503 }));
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const lost = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const id = await written(SMS);
  expect((await deliver(id, { bindings: twilio })).retry).toHaveBeenCalledWith({ delaySeconds: 15 });
  expect((await deliver(id, { bindings: twilio, attempts: 3 })).retry).toHaveBeenCalledWith({ delaySeconds: 60 });
  expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 2, last_error: 'Twilio answered 503.' });
  await deliver(id, { queue: 'vouch-notify-dead' });
  expect(await rowOf(id)).toMatchObject({ status: 'dead' });
  expect(lost).toHaveBeenCalledOnce();
  for (const spy of [fetched, warned, lost]) spy.mockRestore();
});

test('an overdue message that did not reach the queue is queued again until it has been tried', async () => {
  const taken: string[] = [];
  const NOTIFY_QUEUE = {
    sendBatch: async (batch: { body: { outbox_id: string } }[]) =>
      void taken.push(...batch.map(({ body }) => body.outbox_id)),
  } as unknown as Queue;
  const [forgotten, tried, fresh] = [await written(SMS), await written(SMS), await written(SMS)];
  const overdue = new Date(Date.now() - 6 * 60_000);
  await db.update(outbox).set({ created_at: overdue }).where(eq(outbox.id, forgotten));
  await db.update(outbox).set({ created_at: overdue, attempts: 1 }).where(eq(outbox.id, tried));
  await requeueMessages({ ...env, NOTIFY_QUEUE }, new Date());
  expect(taken).toEqual([forgotten]);
  expect(await rowOf(fresh)).toMatchObject({ status: 'pending', attempts: 0 });
  await deliver(forgotten);
  await requeueMessages({ ...env, NOTIFY_QUEUE }, new Date());
  expect(taken).toEqual([forgotten]);
});

/** A queue that records the ids that it receives. */
function queueOf(taken: string[]) {
  const sendBatch = async (batch: { body: { outbox_id: string } }[]) =>
    void taken.push(...batch.map(({ body }) => body.outbox_id));
  return { sendBatch } as unknown as Queue;
}

test('a message that the queue lost after a failed attempt is queued again, later than the queue would have tried it', async () => {
  const send = vi
    .fn<(message: unknown) => Promise<{ messageId: string }>>()
    .mockRejectedValueOnce(new Error('The carrier is down.'));
  const bindings = { ...env, MAIL: { send } as unknown as SendEmail };
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const [id, before] = [await written(MAIL), Date.now()];
  expect((await deliver(id, { bindings })).retry).toHaveBeenCalledWith({ delaySeconds: 15 });
  const { retry_at } = (await rowOf(id))!;
  expect(retry_at!.getTime() - before).toBeGreaterThanOrEqual(15_000 + 5 * 60_000);
  const taken: string[] = [];
  await requeueMessages({ ...env, NOTIFY_QUEUE: queueOf(taken) }, new Date(retry_at!.getTime() - 1));
  expect(taken).not.toContain(id);
  await requeueMessages({ ...env, NOTIFY_QUEUE: queueOf(taken) }, retry_at!);
  expect(taken).toContain(id);
  warned.mockRestore();
});

test('a message whose sender died in the attempt is queued again', async () => {
  const id = await written(MAIL);
  const now = new Date();
  expect(await claimAttempt(db, { id, attempts: 0, now })).toBe(true);
  const taken: string[] = [];
  await requeueMessages({ ...env, NOTIFY_QUEUE: queueOf(taken) }, new Date(now.getTime() + 5 * 60_000));
  expect(taken).toContain(id);
});

const MAIL: OutboxMessage = {
  channel: 'email',
  recipient: 'student@vouch.test',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};

test('a message that exceeds the carrier’s quota is sent the next day', async () => {
  const quota = Object.assign(new Error('Daily limit reached'), { code: 'E_DAILY_LIMIT_EXCEEDED' });
  const send = vi.fn<(message: unknown) => Promise<{ messageId: string }>>().mockRejectedValueOnce(quota);
  const bindings = { ...env, MAIL: { send } as unknown as SendEmail };
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const id = await written(MAIL);
  const message = await deliver(id, { bindings });
  expect([message.ack.mock.calls.length, message.retry.mock.calls.length]).toEqual([1, 0]);
  const { retry_at, ...row } = (await rowOf(id))!;
  expect(row).toMatchObject({ status: 'pending', attempts: 0, last_error: 'Daily limit reached' });
  expect(retry_at?.toISOString()).toBe(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T00:05:00.000Z`);
  const taken: string[] = [];
  await requeueMessages({ ...env, NOTIFY_QUEUE: queueOf(taken) }, new Date(retry_at!.getTime() - 1));
  expect(taken).not.toContain(id);
  await requeueMessages({ ...env, NOTIFY_QUEUE: queueOf(taken) }, retry_at!);
  expect(taken).toContain(id);
  send.mockResolvedValueOnce({ messageId: 'mail-next-day' });
  await deliver(id, { bindings });
  expect(await rowOf(id)).toMatchObject({ status: 'sent', provider_id: 'mail-next-day', retry_at: null });
  complained.mockRestore();
});

test('a product mail waits when the daily quota is used up, and a sign-in code is still sent', async () => {
  const send = vi.fn(async (_message: unknown) => ({ messageId: 'mail-2' }));
  const bindings = { ...env, MAIL_PER_DAY: '0', MAIL: { send } as unknown as SendEmail };
  const [product, account] = [await written(MAIL), await written(MAIL, { purpose: 'account' })];
  await deliver(product, { bindings });
  await deliver(account, { bindings });
  expect(send).toHaveBeenCalledTimes(1);
  expect(await rowOf(product)).toMatchObject({ status: 'pending', attempts: 0, retry_at: expect.any(Date) });
  expect(await rowOf(account)).toMatchObject({ status: 'sent' });
});

test('an expired code is not sent', async () => {
  const send = vi.fn(async (_message: unknown) => ({ messageId: 'mail-3' }));
  const id = await written(MAIL, { purpose: 'account', expires_at: new Date(Date.now() - 1) });
  await deliver(id, { bindings: { ...env, MAIL: { send } as unknown as SendEmail } });
  expect(send).not.toHaveBeenCalled();
  expect(await rowOf(id)).toMatchObject({ status: 'dead', last_error: 'The code expired before it could be sent.' });
});

test('the mail binding sends a mail as text and as HTML', async () => {
  const send = vi.fn(async (_message: unknown) => ({ messageId: 'mail-1' }));
  const mail: OutboxMessage = {
    channel: 'email',
    recipient: 'student@vouch.test',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  };
  const id = await written(mail);
  await deliver(id, { bindings: { ...env, MAIL: { send } as unknown as SendEmail } });
  expect(send).toHaveBeenCalledWith({
    from: { email: env.MAIL_FROM, name: 'Vouch' },
    to: 'student@vouch.test',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  });
  expect(await rowOf(id)).toMatchObject({ status: 'sent', provider_id: 'mail-1' });
});

test('without a carrier, a text message stays in the outbox, unreadable without the pepper', async () => {
  const id = await written(SMS);
  await deliver(id);
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: 'sent', provider_id: null });
  expect(JSON.stringify(row)).not.toContain('123456');
});
