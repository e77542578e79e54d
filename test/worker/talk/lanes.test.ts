import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mailContents, outbox } from '../../../drizzle/tables/all-tables.ts';
import { runEachMinute } from '../../../worker/each-minute.ts';
import { requeueMessages } from '../../../worker/features/talk/notify/requeue-messages.cron.ts';
import { giveBackToDay, takeFromDay } from '../../../worker/http/limits/send-ceiling.ts';
import { mailsInsert, outboxInsert } from '../../../worker/http/outbox/outbox.ts';
import { SHARES } from '../../../worker/http/outbox/lanes.rules.ts';
import { sealMessage } from '../../../worker/http/outbox/sealed-message.ts';
import { db } from '../../support/worker/db.ts';
import { MAIL } from '../../support/worker/talk/send-message.ts';
import { twoQueues } from '../../support/worker/talk/two-queues.ts';

const MINUTE_MS = 60_000;
/** 9 PM in New York, on the Friday on which the first test cancels a night. */
const EVENING = new Date('2030-06-15T01:00:00Z');
/** The mails per day that docs/operations.md names for a night of 10,000 people. */
const PER_DAY = '34000';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: EVENING }));
afterAll(async () => {
  await db.batch([db.delete(outbox), db.delete(mailContents)]);
  vi.useRealTimers();
});

async function tellAll(people: number, pepper: string): Promise<void> {
  const [now, id] = [new Date(), `event-of-${people}:trader`];
  const sealed = await sealMessage(pepper, { subject: 'Cancelled', text: 'Cancelled', html: '<p>Cancelled</p>' });
  await db.insert(mailContents).values({ id, sealed, created_at: now });
  const recipient = sql`'guest-' || person.value || '@vouch.test'`;
  await mailsInsert(db, {
    mail: { id: sql`'mail-' || person.value`, recipient, content_id: id, retry_at: now, created_at: now },
    from: sql`from json_each(${JSON.stringify(Array.from({ length: people }, (_, at) => at))}) person where true`,
  });
}

async function signUp(bindings: Env, recipient: string): Promise<boolean> {
  const now = new Date();
  const counted = await takeFromDay(bindings, { channel: 'email', kind: 'sign_ups', now });
  const context = { env: bindings, get: (key: 'db' | 'now') => (key === 'db' ? db : now) };
  const { id, statement } = await outboxInsert(context, { ...MAIL, recipient }, { purpose: 'account' });
  await statement;
  await bindings.NOTIFY_QUEUE.send({ outbox_id: id });
  return counted.length === 1;
}

test('mailing 10,000 people about a canceled night takes under an hour and does not delay sign-up codes', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const refusedOnce = new Set<string>();
  const { bindings, sent, pass } = twoQueues({ MAIL_PER_DAY: PER_DAY }, ({ to }) => {
    if (!/^guest-.*99@/.test(to) || refusedOnce.has(to)) return false;
    refusedOnce.add(to);
    return true;
  });
  const ofDay = (Number(PER_DAY) * SHARES.news) / 100;
  await takeFromDay(bindings, { channel: 'email', kind: 'news', wanted: ofDay, now: EVENING });
  await tellAll(10_000, bindings.AUTH_PEPPER);
  const requested = new Map<string, number>();
  const counted: boolean[] = [];
  for (let minute = 0; minute < 60 && sent.size < 10_200; minute += 1) {
    await runEachMinute(bindings, new Date());

    for (let second = 0; second < 60; second += 1) {
      if (second < 10 && requested.size < 200) {
        const email = `fresher-${requested.size}@vouch.test`;
        requested.set(email, Date.now());
        counted.push(await signUp(bindings, email));
      }
      await pass();
    }
  }
  const seconds = [...requested].map(([email, at]) => (sent.get(email)! - at) / 1000);
  const last = Math.max(...sent.values()) - EVENING.getTime();
  expect(counted).toEqual(Array(200).fill(true));
  expect(Math.max(...seconds)).toBeLessThanOrEqual(10);
  expect([...sent.keys()].filter((to) => to.startsWith('guest-'))).toHaveLength(10_000);
  expect(last).toBeLessThan(60 * MINUTE_MS);
  // Each mail counts once, even if the first try was refused. So 200 of the day's 10,200 mails about nights are left.
  expect(refusedOnce.size).toBe(100);
  const left = await takeFromDay(bindings, { channel: 'email', kind: 'nights', wanted: 1000, now: new Date() });
  expect(left).toHaveLength(200);
  for (const share of left) await giveBackToDay(bindings, { channel: 'email', share, now: new Date() });
  warned.mockRestore();
});

test('with the default daily limit, an unused share for news lets 3,000 people hear of a canceled night in minutes', async () => {
  vi.setSystemTime(Date.now() + 86_400_000);
  await db.delete(outbox);
  const { bindings, sent, pass } = twoQueues({ MAIL_PER_DAY: env.MAIL_PER_DAY });
  const began = Date.now();
  await tellAll(3000, bindings.AUTH_PEPPER);
  for (let minute = 0; minute < 10 && sent.size < 3000; minute += 1) {
    await requeueMessages(bindings, new Date());
    for (let second = 0; second < 60; second += 1) await pass();
  }
  expect(sent.size).toBe(3000);
  expect(Math.max(...sent.values()) - began).toBeLessThan(5 * MINUTE_MS);
});

test('each minute, the cron job queues all codes first, and then a limited number of other mails', async () => {
  vi.setSystemTime(Date.now() + 86_400_000);
  await db.delete(outbox);
  const due = new Date();
  await tellAll(1200, env.AUTH_PEPPER);
  const rows = (purpose: 'account' | 'product', count: number) =>
    db.run(sql`insert into outbox (id, channel, recipient, purpose, sealed, retry_at, created_at)
      select ${purpose} || value, 'email', 'reader@vouch.test', ${purpose}, 'sealed', ${due.getTime()}, ${due.getTime()}
      from json_each(${JSON.stringify(Array.from({ length: count }, (_, at) => at))})`);
  await rows('product', 700);
  await rows('account', 600);
  const queued: string[] = [];
  const queueTo = (name: string) =>
    ({ sendBatch: async (batch: unknown[]) => void queued.push(...batch.map(() => name)) }) as unknown as Queue;
  const bindings = { ...env, NOTIFY_QUEUE: queueTo('urgent'), NEWS_QUEUE: queueTo('news') };
  await requeueMessages(bindings, due);
  expect(queued).toEqual([...Array<string>(600).fill('urgent'), ...Array<string>(1500).fill('news')]);
  await requeueMessages(bindings, new Date(due.getTime() + MINUTE_MS));
  expect(queued.slice(2100)).toEqual(Array(400).fill('news'));
});
