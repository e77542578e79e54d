import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { outbox } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/db.ts';
import { d1Error, type Disturb, faultyD1 } from '../../support/worker/faulty-d1.ts';
import { deliver, MAIL, rowOf, SMS, twilio, written } from '../../support/worker/talk/send-message.ts';

let warned: MockInstance<typeof console.warn>;
beforeEach(() => void (warned = vi.spyOn(console, 'warn').mockReturnValue()));
afterEach(() => {
  warned.mockRestore();
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });

test('a message that the carrier refuses is retried at growing intervals', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('no', { status: 503 }));
  const id = await written(SMS);
  expect((await deliver(id, { bindings: twilio })).retry).toHaveBeenCalledWith({ delaySeconds: 15 });
  pass(15);
  expect((await deliver(id, { bindings: twilio, attempts: 3 })).retry).toHaveBeenCalledWith({ delaySeconds: 60 });
  expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 2, last_error: 'Twilio answered 503.' });
  fetched.mockRestore();
});

test.each(['vouch-notify-dead', 'vouch-notify-dead-staging', 'vouch-notify-dead-production'])(
  'a message that reaches the dead letter queue %s is not sent, but stays pending for the cron job',
  async (queue) => {
    const send = vi.fn(async (_message: unknown) => ({ messageId: 'mail-dead' }));
    const lost = vi.spyOn(console, 'error').mockReturnValue();
    const id = await written(MAIL);
    const message = await deliver(id, { queue, bindings: { ...env, MAIL: { send } as unknown as SendEmail } });
    expect(message.ack).toHaveBeenCalledOnce();
    expect(send).not.toHaveBeenCalled();
    expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 0 });
    lost.mockRestore();
  },
);

test('a message that its carrier has refused eight times is dead, and its row stores the reason', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('no', { status: 503 }));
  const lost = vi.spyOn(console, 'error').mockReturnValue();
  const id = await written(SMS);
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    expect((await deliver(id, { bindings: twilio })).retry).toHaveBeenCalledOnce();
    pass(3600);
  }
  const last = await deliver(id, { bindings: twilio });
  expect([last.ack.mock.calls.length, last.retry.mock.calls.length]).toEqual([1, 0]);
  expect(await rowOf(id)).toMatchObject({ status: 'dead', attempts: 8, last_error: 'Twilio answered 503.' });
  await deliver(id, { bindings: twilio });
  expect(fetched).toHaveBeenCalledTimes(8);
  for (const spy of [fetched, lost]) spy.mockRestore();
});

function failing(takeOfDay: () => Promise<number[]>) {
  const send = vi.fn<(message: unknown) => Promise<{ messageId: string }>>().mockRejectedValue(new Error('down'));
  const limiter = { idFromName: (name: string) => name, get: () => ({ takeOfDay }) };
  const AUTH_LIMITER = limiter as unknown as Env['AUTH_LIMITER'];
  return { send, bindings: { ...env, MAIL: { send } as unknown as SendEmail, AUTH_LIMITER } };
}

test('a message is counted once in the daily share of its lane, however often it is tried', async () => {
  const take = vi.fn(async () => [1]);
  const { send, bindings } = failing(take);
  const id = await written(MAIL);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await deliver(id, { bindings, attempts: attempt });
    pass(3600);
  }
  expect([send.mock.calls.length, take.mock.calls.length]).toEqual([3, 1]);
  expect(await rowOf(id)).toMatchObject({ attempts: 3 });
});

test('a message that the queue delivers twice at the same time is tried once, and counted once in the daily share', async () => {
  const take = vi.fn(async () => [1]);
  const { send, bindings } = failing(take);
  const id = await written(MAIL);
  await Promise.all([deliver(id, { bindings }), deliver(id, { bindings })]);
  expect([send.mock.calls.length, take.mock.calls.length]).toEqual([1, 1]);
});

test('no attempt to send a message is counted while the daily share of its lane is unknown or used up', async () => {
  const id = await written(MAIL);
  const { send, bindings } = failing(async () => Promise.reject(new Error('The limiter is down.')));
  await deliver(id, { bindings });
  expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 0, last_error: 'The limiter is down.' });
  pass(60);
  await deliver(id, { bindings: failing(async () => [0, 0]).bindings });
  expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 0, last_error: 'The daily limit is reached.' });
  expect(send).not.toHaveBeenCalled();
});

test('a message whose eighth attempt was cut off is not tried a ninth time', async () => {
  const lost = vi.spyOn(console, 'error').mockReturnValue();
  const id = await written(MAIL);
  await db.update(outbox).set({ attempts: 8 }).where(eq(outbox.id, id));
  const { send, bindings } = failing(async () => [1]);
  await deliver(id, { bindings });
  expect(send).not.toHaveBeenCalled();
  expect(await rowOf(id)).toMatchObject({ status: 'dead', attempts: 8, last_error: 'No attempt ended.' });
  lost.mockRestore();
});

test('a mail is sent only once, even if the database fails while the result of sending is stored', async () => {
  const id = await written(MAIL);
  const send = vi.fn(async (_message: unknown) => ({ messageId: 'mail-stored' }));
  let failures = 0;
  const disturb: Disturb = async (run, { values }) => {
    if (failures === 0 && values.some((value) => String(value).includes('mail-stored'))) {
      failures += 1;
      throw d1Error('Network connection lost.');
    }
    return run();
  };
  const bindings = { ...env, DB: faultyD1(env.DB, disturb), MAIL: { send } as unknown as SendEmail };
  expect((await deliver(id, { bindings })).ack).toHaveBeenCalledOnce();
  expect([failures, send.mock.calls.length]).toEqual([1, 1]);
  expect(await rowOf(id)).toMatchObject({ status: 'sent', provider_id: 'mail-stored' });
});
