import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { outbox } from '../../../drizzle/tables/all-tables.ts';
import { claimAttempts } from '../../../worker/features/talk/notify/notify.db.ts';
import { requeueMessages } from '../../../worker/features/talk/notify/requeue-messages.cron.ts';
import { db } from '../../support/worker/people/auth.ts';
import { deliver, MAIL, rowOf, SMS, twilio, written } from '../../support/worker/talk/send-message.ts';

afterEach(() => void vi.useRealTimers());

type Send = (message: unknown) => Promise<{ messageId: string }>;
const sendingBy = (send: Send) => ({ ...env, MAIL: { send } as unknown as SendEmail });

test('a text message is sent to Twilio once', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ sid: 'SM-1' }));
  const id = await written(SMS);
  expect((await deliver(id, { bindings: twilio })).ack).toHaveBeenCalledOnce();
  expect((await deliver(id, { bindings: twilio })).ack).toHaveBeenCalledOnce();
  expect(fetched).toHaveBeenCalledTimes(1);
  const [url, init] = fetched.mock.calls[0]!;
  expect(url).toBe('https://api.twilio.com/2010-04-01/Accounts/AC-test/Messages.json');
  const sent = Object.fromEntries(init!.body as URLSearchParams);
  expect(sent).toEqual({ To: '+16175550177', From: '+15550000000', Body: SMS.text });
  expect(await rowOf(id)).toMatchObject({ status: 'sent', provider_id: 'SM-1', attempts: 1 });
  fetched.mockRestore();
});

test('an overdue message is queued again if there has been no attempt to send it', async () => {
  const taken: string[] = [];
  const [forgotten, tried, fresh] = [await written(SMS), await written(SMS), await written(SMS)];
  const overdue = new Date(Date.now() - 6 * 60_000);
  await db.update(outbox).set({ created_at: overdue }).where(eq(outbox.id, forgotten));
  await db.update(outbox).set({ created_at: overdue, attempts: 1 }).where(eq(outbox.id, tried));
  await requeueMessages(queuesInto(taken), new Date());
  expect(taken).toEqual([forgotten]);
  expect(await rowOf(fresh)).toMatchObject({ status: 'pending', attempts: 0 });
  await deliver(forgotten);
  await requeueMessages(queuesInto(taken), new Date());
  expect(taken).toEqual([forgotten]);
});

function queuesInto(taken: string[]) {
  const sendBatch = async (batch: { body: { outbox_id: string } }[]) =>
    void taken.push(...batch.map(({ body }) => body.outbox_id));
  const queue = { sendBatch } as unknown as Queue;
  return { ...env, NOTIFY_QUEUE: queue, NEWS_QUEUE: queue };
}

test('a message that the queue loses after a failed attempt is queued again five minutes after its retry was due', async () => {
  const bindings = sendingBy(vi.fn<Send>().mockRejectedValueOnce(new Error('The carrier is down.')));
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const [id, before] = [await written(MAIL), Date.now()];
  expect((await deliver(id, { bindings })).retry).toHaveBeenCalledWith({ delaySeconds: 15 });
  const { retry_at } = (await rowOf(id))!;
  expect(retry_at!.getTime() - before).toBeGreaterThanOrEqual(15_000 + 5 * 60_000);
  const taken: string[] = [];
  await requeueMessages(queuesInto(taken), new Date(retry_at!.getTime() - 1));
  expect(taken).not.toContain(id);
  await requeueMessages(queuesInto(taken), retry_at!);
  expect(taken).toContain(id);
  warned.mockRestore();
});

test('a message is queued again if the Worker stopped during an attempt to send it', async () => {
  const id = await written(MAIL);
  const now = new Date();
  expect(await claimAttempts(db, { rows: [{ id, attempts: 0 }], now })).toHaveLength(1);
  const taken: string[] = [];
  await requeueMessages(queuesInto(taken), new Date(now.getTime() + 5.5 * 60_000));
  expect(taken).toContain(id);
});

test.each([
  ['first', 0],
  ['last', 7],
])('while the %s attempt to send a mail is in progress, no other attempt begins', async (_name, attempts) => {
  const id = await written(MAIL);
  await db.update(outbox).set({ attempts }).where(eq(outbox.id, id));
  const send = vi.fn<Send>(async () => ({ messageId: 'mail-twice' }));
  const bindings = sendingBy(send);
  send.mockImplementationOnce(async () => {
    expect((await deliver(id, { bindings })).retry).toHaveBeenCalledWith({ delaySeconds: 30 });
    return { messageId: 'mail-once' };
  });
  expect((await deliver(id, { bindings })).ack).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledOnce();
  expect(await rowOf(id)).toMatchObject({ status: 'sent', provider_id: 'mail-once', attempts: attempts + 1 });
  expect((await deliver(id, { bindings })).ack).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledOnce();
});

test('a message that exceeds the carrier’s quota is sent the next day', async () => {
  const quota = Object.assign(new Error('Daily limit reached'), { code: 'E_DAILY_LIMIT_EXCEEDED' });
  const send = vi.fn<Send>().mockRejectedValueOnce(quota);
  const bindings = sendingBy(send);
  const complained = vi.spyOn(console, 'error').mockReturnValue();
  const id = await written(MAIL);
  const message = await deliver(id, { bindings });
  expect([message.ack.mock.calls.length, message.retry.mock.calls.length]).toEqual([1, 0]);
  const { retry_at, ...row } = (await rowOf(id))!;
  expect(row).toMatchObject({ status: 'pending', attempts: 0, last_error: 'Daily limit reached' });
  expect(retry_at?.toISOString()).toBe(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T00:05:00.000Z`);
  const taken: string[] = [];
  await requeueMessages(queuesInto(taken), new Date(retry_at!.getTime() - 1));
  expect(taken).not.toContain(id);
  await requeueMessages(queuesInto(taken), retry_at!);
  expect(taken).toContain(id);
  send.mockResolvedValueOnce({ messageId: 'mail-next-day' });
  vi.useFakeTimers({ toFake: ['Date'], now: retry_at! });
  await deliver(id, { bindings });
  expect(await rowOf(id)).toMatchObject({ status: 'sent', provider_id: 'mail-next-day', retry_at: null });
  complained.mockRestore();
});

test('a product mail waits while the daily budget of mails is used up', async () => {
  const send = vi.fn<Send>(async () => ({ messageId: 'mail-2' }));
  const bindings = { ...sendingBy(send), MAIL_PER_DAY: '0' };
  const [product, account] = [await written(MAIL), await written(MAIL, { purpose: 'account' })];
  await deliver(product, { bindings });
  await deliver(account, { bindings });
  expect(send).toHaveBeenCalledTimes(1);
  expect(await rowOf(product)).toMatchObject({ status: 'pending', attempts: 0, retry_at: expect.any(Date) });
  expect(await rowOf(account)).toMatchObject({ status: 'sent' });
});

test('an expired code is not sent', async () => {
  const send = vi.fn<Send>(async () => ({ messageId: 'mail-3' }));
  const id = await written(MAIL, { purpose: 'account', expires_at: new Date(Date.now() - 1) });
  await deliver(id, { bindings: sendingBy(send) });
  expect(send).not.toHaveBeenCalled();
  expect(await rowOf(id)).toMatchObject({ status: 'dead', last_error: 'It expired before it could be sent.' });
});

test('the mail binding sends a mail as text and as HTML', async () => {
  const send = vi.fn<Send>(async () => ({ messageId: 'mail-1' }));
  const id = await written(MAIL);
  await deliver(id, { bindings: sendingBy(send) });
  expect(send).toHaveBeenCalledWith({
    from: { email: env.MAIL_FROM, name: 'Vouch' },
    to: 'student@vouch.test',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  });
  expect(await rowOf(id)).toMatchObject({ status: 'sent', provider_id: 'mail-1' });
});

test('without a carrier, a text message stays in the outbox, encrypted with the pepper', async () => {
  const id = await written(SMS);
  await deliver(id);
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: 'sent', provider_id: null });
  expect(JSON.stringify(row)).not.toContain('123456');
});
