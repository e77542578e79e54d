import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { auditLog, cronRuns, outbox, payments } from '../../../drizzle/tables/all-tables.ts';
import type { OperationsCheck } from '../../../worker/contract/staff/operations.ts';
import { runEachMinute } from '../../../worker/each-minute.ts';
import { settle } from '../../../worker/features/trade/payments/settle.ts';
import { openProvider } from '../../../worker/features/trade/provider/provider.ts';
import type { NotifyJob } from '../../../worker/http/outbox/outbox.ts';
import worker from '../../../worker/index.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { paidSale } from '../../support/worker/trade/paid-sale.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { MAIL, rowOf, written } from '../../support/worker/talk/send-message.ts';

const FROM = 'A backup of production, made at 2026-11-22T04:00:00.000Z';
const send = vi.fn<(message: unknown) => Promise<{ messageId: string }>>(async () => ({ messageId: 'm' }));
const bindings = { ...env, MAIL: { send } as unknown as SendEmail };

const now = new Date();
const quarantine = () =>
  db.insert(cronRuns).values({ id: 1, began_at: new Date(0), ended_at: new Date(0), quarantine: FROM });

beforeEach(async () => {
  send.mockClear();
  await db.batch([db.delete(cronRuns), db.delete(outbox)]);
});
afterEach(() => db.delete(cronRuns));

async function deliverJobs(...bodies: NotifyJob[]) {
  const messages = bodies.map((body) => ({ body, attempts: 1, ack: () => undefined, retry: () => undefined }));
  const ackAll = vi.fn<() => void>();
  const batch = { queue: 'vouch-notify', messages, ackAll, retryAll: () => undefined };
  await worker.queue(batch as unknown as MessageBatch<NotifyJob>, bindings);
  return { ackAll };
}

async function quarantineShown() {
  const { headers } = await signedInAs('admin');
  const { body } = await ask('/api/admin/operations', { headers });
  return (body['checks'] as OperationsCheck[]).find(({ name }) => name === 'Quarantine');
}

test('in quarantine, a mail in the queue is not sent and stays in the outbox', async () => {
  await quarantine();
  const id = await written(MAIL);
  const { ackAll } = await deliverJobs({ outbox_id: id }, { tells: true }, { pushes: true });
  expect(ackAll).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
  expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 0 });
});

test('in quarantine, no part of the cron job runs, and the run itself is recorded', async () => {
  await quarantine();
  const id = await written(MAIL);
  await db.update(outbox).set({ created_at: new Date(now.getTime() - 3_600_000) });
  const sendBatch = vi.fn<() => Promise<void>>(async () => undefined);
  await runEachMinute({ ...env, NOTIFY_QUEUE: { sendBatch } as unknown as Queue }, now);
  expect(sendBatch).not.toHaveBeenCalled();
  expect(await rowOf(id)).toMatchObject({ status: 'pending', retry_at: null });
  expect(await db.select().from(cronRuns)).toMatchObject([{ began_at: now, failed: '', quarantine: FROM }]);
});

test('in quarantine, the payment provider is not called and no payment moves', async () => {
  fakeProvider();
  const { request_id } = await paidSale({ seller_id: (await reseller()).user.id });
  const before = await db.select().from(payments).where(eq(payments.request_id, request_id));
  await quarantine();
  const fetched = vi.spyOn(globalThis, 'fetch');
  await expect(openProvider(env).findBalance()).rejects.toThrow('in quarantine');
  expect(await settle(env, request_id, { now: new Date(now.getTime() + 30 * 86_400_000) })).toBe(false);
  expect(fetched).not.toHaveBeenCalled();
  expect(await db.select().from(payments).where(eq(payments.request_id, request_id))).toEqual(before);
  fetched.mockRestore();
});

test('while the database cannot say whether it is in quarantine, nothing is sent and the queue tries again', async () => {
  const id = await written(MAIL);
  const prepare = vi.fn<() => never>().mockThrow(new Error('no such table: cron_runs'));
  const half = { ...bindings, DB: { prepare, withSession: () => ({ prepare }) } as unknown as D1Database };
  const retryAll = vi.fn<(options: QueueRetryOptions) => void>();
  const batch = { queue: 'vouch-notify', messages: [{ body: { outbox_id: id } }], retryAll };
  await worker.queue(batch as unknown as MessageBatch<NotifyJob>, half);
  expect(retryAll).toHaveBeenCalledExactlyOnceWith({ delaySeconds: 15 });
  expect(send).not.toHaveBeenCalled();
});

test('an admin ends the quarantine by typing "release", and mails are sent again', async () => {
  await quarantine();
  expect(await quarantineShown()).toMatchObject({ value: FROM, sentence: expect.stringContaining('Nothing is sent') });
  const path = '/api/admin/operations/release';
  const { user, headers } = await signedInAs('admin');
  expect((await ask(path, { headers, json: { word: 'yes' } })).status).toBe(422);
  expect(await quarantineShown()).toBeDefined();
  // A second release changes nothing and adds no entry to the audit log.
  for (let times = 0; times < 2; times += 1)
    expect((await ask(path, { headers, json: { word: 'release' } })).status).toBe(200);
  const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'quarantine.end'));
  expect(entries).toMatchObject([{ actor_id: user.id, before: JSON.stringify({ quarantine: FROM }) }]);
  expect(await quarantineShown()).toBeUndefined();
  await deliverJobs({ outbox_id: await written(MAIL) });
  expect(send).toHaveBeenCalledOnce();
});

test('where SEND_ONLY_TO lists addresses, a mail to anybody else is never sent', async () => {
  bindings.SEND_ONLY_TO = 'team@vouch.test';
  const [student, team] = [await written(MAIL), await written({ ...MAIL, recipient: 'team@vouch.test' })];
  await deliverJobs({ outbox_id: student }, { outbox_id: team });
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ to: 'team@vouch.test' }));
  expect(await rowOf(student)).toMatchObject({ status: 'unneeded', attempts: 0 });
});
