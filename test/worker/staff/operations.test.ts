import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { cronRuns, ingestDeliveries, outbox } from '../../../drizzle/tables/all-tables.ts';
import type { OperationsCheck } from '../../../worker/contract/staff/operations.ts';
import { runEachMinute } from '../../../worker/each-minute.ts';
import { noteRun } from '../../../worker/features/staff/operations/operations.db.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { call, withVars } from '../../support/worker/people/auth-client.ts';
import { ask } from '../../support/worker/admin.ts';
import { mailRow } from '../../support/worker/talk/mail-row.ts';

const PATH = '/api/admin/operations';

beforeEach(() => db.batch([db.delete(outbox), db.delete(ingestDeliveries), db.delete(cronRuns)]));

interface Answer {
  checks: OperationsCheck[];
  routes: { route: string }[];
}

async function read() {
  const { headers } = await signedInAs('admin');
  const { body, status, cost } = await ask(PATH, { headers });
  const { checks, routes } = body as unknown as Answer;
  return { status, cost, routes, checks: Object.fromEntries(checks.map(({ name, ...check }) => [name, check])) };
}

test('all checks of operations are read in at most five round trips', async () => {
  const { status, cost, checks } = await read();
  expect(status).toBe(200);
  expect(cost.round_trips).toBeLessThanOrEqual(5);
  expect(Object.keys(checks)).toHaveLength(13);
  expect(checks['Database']).toEqual({ value: expect.stringMatching(/^\d+\.\d of 10,000 MB$/), sentence: null });
  expect(checks['Database']!.value).not.toMatch(/^0\.0/);
});

test('the checks of messages and feeds show a count, and a sentence that explains the problem', async () => {
  const now = Date.now();
  const ago = (minutes: number) => new Date(now - minutes * 60_000);
  await db.insert(outbox).values([
    mailRow({ status: 'dead', last_error: 'MAIL refused the address', created_at: ago(60) }),
    mailRow({ status: 'dead', last_error: 'too old to count', created_at: ago(25 * 60) }),
    mailRow({ status: 'pending', purpose: 'money', created_at: ago(9) }),
    mailRow({ status: 'pending', created_at: ago(30), retry_at: ago(-60), last_error: 'The ceiling is reached.' }),
    mailRow({ status: 'pending', created_at: ago(31), retry_at: ago(-2) }),
    mailRow({
      status: 'pending',
      attempts: 3,
      created_at: ago(20),
      retry_at: ago(-10),
      last_error: 'MAIL is down',
    }),
    mailRow({ status: 'sent', created_at: ago(90) }),
  ]);
  await db.insert(ingestDeliveries).values([
    { source: 'city', status: 200, response: '{}', duration_ms: 5, failed: 2 },
    { source: 'city', status: 200, response: '{}', duration_ms: 5 },
  ]);
  const { checks } = await read();
  for (const [name, value, words] of [
    ['Messages given up, last 24 h', '1', 'MAIL refused the address'],
    // The queue may still hold messages of other tests.
    ['Messages waiting', expect.stringMatching(/^1, \d+ in the queue$/), '9 minutes'],
    ['Messages postponed', '1', 'share'],
    ['Messages refused, tried again', '1', 'MAIL is down'],
    ['Feed deliveries, last 24 h', '2, 1 failed', 'city'],
  ])
    expect([name, checks[name]]).toEqual([name, { value, sentence: expect.stringContaining(words) }]);
});

test('an old run of the cron job that ends late does not replace the record of a newer run', async () => {
  const now = new Date();
  await runEachMinute(env, now);
  expect((await read()).checks['Cron']).toEqual({
    value: expect.stringMatching(/^0 min ago, \d+ ms$/),
    sentence: null,
  });
  const old = new Date(now.getTime() - 600_000);
  await noteRun(db, { began_at: old, ended_at: new Date(), failed: 'reconcile' });
  expect(await db.select().from(cronRuns)).toEqual([expect.objectContaining({ id: 1, began_at: now, failed: '' })]);
  await expect(db.insert(cronRuns).values({ id: 2, began_at: now, ended_at: now })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('cron_runs_one_row') },
  });
});

test('the check of the cron job names the part that failed', async () => {
  const now = new Date();
  await db.insert(outbox).values(mailRow({ status: 'pending', created_at: new Date(now.getTime() - 3_600_000) }));
  const queue = { sendBatch: () => Promise.reject(new Error('The queue is down.')) } as unknown as Queue;
  await expect(runEachMinute({ ...env, NEWS_QUEUE: queue }, now)).rejects.toThrow('moveTrade');
  const [run] = await db.select().from(cronRuns);
  expect(run).toMatchObject({ began_at: now, failed: 'moveTrade' });
  expect((await read()).checks['Cron']!.sentence).toBe('These parts of the last run failed: moveTrade.');
});

test('if a queue does not report how many jobs it has, the other checks still work', async () => {
  const { headers } = await signedInAs('admin');
  const said = vi.spyOn(console, 'info').mockReturnValue();
  const queue = { metrics: () => Promise.reject(new Error('no metrics')) } as unknown as Queue;
  const answer = await call(`http://vouch.test${PATH}`, { headers }, withVars({ NOTIFY_QUEUE: queue }));
  const { checks } = await answer.json<Answer>();
  expect(checks).toHaveLength(13);
  expect(checks[0]!.value).not.toContain('queue');
  expect(said).toHaveBeenCalledOnce();
});

test('the slowest routes are named by their pattern', async () => {
  await ask('/api/events/a-night-that-does-not-exist');
  const { routes } = await read();
  expect(routes.length).toBeGreaterThan(0);
  for (const { route } of routes) expect(route).toMatch(/^[A-Z]+ [/*]/);
  expect(routes.map(({ route }) => route).join()).not.toContain('a-night-that-does-not-exist');
});
