import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifications, pushSubscriptions } from '../../../drizzle/tables/all-tables.ts';
import { pushNotices } from '../../../worker/features/talk/push/push-notices.ts';
import type { NotifyJob } from '../../../worker/http/outbox/outbox.ts';
import { takeJobs } from '../../../worker/tell-people.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import { keptQueue, noticed, pushService, subscribed } from '../../support/worker/talk/push.ts';

let service: ReturnType<typeof pushService>;
const { sent, queue } = keptQueue();
const bindings = { ...env, NOTIFY_QUEUE: queue };

beforeEach(async () => {
  sent.length = 0;
  service = pushService();
  await launch('push', true);
  await db.batch([db.delete(notifications), db.delete(pushSubscriptions)]);
});
afterEach(() => service.end());

const answers = (answer: (endpoint: string) => Response) => {
  service.end();
  service = pushService(answer);
};
const noticeOf = async (id: string) => (await db.select().from(notifications).where(eq(notifications.id, id)))[0]!;
const endpoints = async (user_id: string) => {
  const rows = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, user_id));
  return rows.map(({ endpoint }) => endpoint);
};

async function queued(body: NotifyJob, { queue: name = 'vouch-notify', attempts = 1 } = {}) {
  const message = { body, attempts, ack: vi.fn<() => void>(), retry: vi.fn<(o?: QueueRetryOptions) => void>() };
  await takeJobs({ queue: name, messages: [message] } as unknown as MessageBatch<NotifyJob>, bindings);
  return message;
}

test('a push message that the push service answers with 429 is retried after the delay that the service asks for', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const person = await signedInAs('user');
  const [busy, fine] = [await subscribed(person), await subscribed(person)];
  const headers = { 'Retry-After': '90' };
  answers((endpoint) => new Response(null, endpoint === busy.endpoint ? { status: 429, headers } : { status: 201 }));
  const { id } = await noticed(person.user.id);
  await pushNotices(bindings, new Date());
  const job = { push: { notification_id: id, subscription_id: busy.id } };
  expect(sent).toEqual([{ body: job, delaySeconds: 90 }]);
  expect(await noticeOf(id)).toMatchObject({ push_at: null });

  answers(() => new Response(null, { status: 503 }));
  expect((await queued(job, { attempts: 3 })).retry).toHaveBeenCalledWith({ delaySeconds: 120 });
  answers(() => new Response(null, { status: 201 }));
  const taken = await queued(job);
  expect([taken.ack.mock.calls.length, taken.retry.mock.calls.length]).toEqual([1, 0]);
  expect(service.received.map(({ endpoint }) => endpoint)).toEqual([busy.endpoint]);
  expect((await endpoints(person.user.id)).toSorted()).toEqual([busy.endpoint, fine.endpoint].toSorted());
  warned.mockRestore();
});

test('a push message is not retried if its notification was seen, its subscription is gone, or the queue has given up', async () => {
  const person = await signedInAs('user');
  const { id: subscription_id } = await subscribed(person);
  const seen = await noticed(person.user.id, { seen_at: new Date(), push_at: null });
  const unseen = await noticed(person.user.id, { push_at: null });
  const jobs = [
    await queued({ push: { notification_id: seen.id, subscription_id } }),
    await queued({ push: { notification_id: unseen.id, subscription_id: 'gone' } }),
    await queued({ push: { notification_id: unseen.id, subscription_id } }, { queue: 'vouch-notify-dead-production' }),
  ];
  expect(jobs.map(({ ack }) => ack.mock.calls.length)).toEqual([1, 1, 1]);
  expect(service.received).toEqual([]);
});

test('a redirect from a push service is not followed, and the push message is not retried', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const person = await signedInAs('user');
  await subscribed(person);
  answers(() => new Response(null, { status: 307, headers: { Location: 'http://127.0.0.1:8/inside' } }));
  const { id } = await noticed(person.user.id);
  await pushNotices(bindings, new Date());
  expect(service.received).toHaveLength(1);
  expect(sent).toEqual([]);
  expect(await noticeOf(id)).toMatchObject({ push_at: null });
  warned.mockRestore();
});
