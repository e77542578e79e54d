import { countRows } from '../../support/worker/count-d1.ts';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cronRuns, outbox, traffic } from '../../../drizzle/tables/all-tables.ts';
import { noteRun } from '../../../worker/features/staff/operations/operations.db.ts';
import { addTraffic } from '../../../worker/features/staff/operations/traffic.db.ts';
import { takeTraffic } from '../../../worker/http/answers/traffic.ts';
import { ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { d1Error, faultyD1 } from '../../support/worker/faulty-d1.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { call, withVars } from '../../support/worker/people/auth-client.ts';
import { mailRow } from '../../support/worker/talk/mail-row.ts';

countRows();

const PATH = '/api/health';
const URL = `http://vouch.test${PATH}`;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

beforeEach(async () => {
  takeTraffic();
  await db.batch([db.delete(outbox), db.delete(cronRuns), db.delete(traffic)]);
});

test('the health check of a healthy service answers 200 with its version, after one database call', async () => {
  const { status, body, answer, cost } = await ask(PATH);
  expect([status, body]).toEqual([200, { ok: true, version: 'unbuilt' }]);
  expect(cost).toMatchObject({ round_trips: 1, rows_written: 0 });
  expect(cost.rows_read).toBeLessThan(10);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
});

test('if the database fails, the health check answers GET and POST with 503 and a sentence', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const DB = faultyD1(env.DB, () => Promise.reject(d1Error('D1 DB is overloaded.')));
  for (const method of ['GET', 'POST']) {
    const answer = await call(URL, { method }, withVars({ DB }));
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { ok: false, version: 'unbuilt', part: 'database', message: 'The database does not answer.' },
    ]);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  }
});

test('if the database does not answer in time, the health check answers 503', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  // The deadline passes at once.
  vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce(((late: () => void) => queueMicrotask(late)) as never);
  const DB = faultyD1(env.DB, () => new Promise<never>(() => undefined));
  const answer = await call(URL, {}, withVars({ DB }));
  expect([answer.status, await answer.json()]).toMatchObject([503, { part: 'database' }]);
});

test('if the queue is stuck or the cron job has stopped, the answer says for how long', async () => {
  await db.insert(outbox).values(mailRow({ status: 'pending', purpose: 'money', created_at: ago(9) }));
  const stuck = await call(URL);
  const reason = { part: 'queue', message: 'The oldest message has waited for 9 minutes.' };
  expect([stuck.status, await stuck.json()]).toMatchObject([503, reason]);
  await noteRun(db, { began_at: ago(4), ended_at: ago(4), failed: '' });
  const answer = await call(URL);
  const stopped = { part: 'cron', message: 'The cron job has not run for 4 minutes.' };
  expect([answer.status, await answer.json()]).toMatchObject([503, stopped]);
});

test('several POST health checks within one minute store one row of traffic', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  for (const _ of [1, 2, 3]) {
    const { status, cost } = await ask(PATH, { method: 'POST' });
    expect(status).toBe(200);
    expect(cost.rows_written).toBeGreaterThan(0);
  }
  const at = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  expect(await db.select().from(traffic)).toMatchObject([{ at, version: 'unbuilt', errors: 0 }]);
});

test('an isolate that could store no counts for a quarter of an hour stores all of them together', async () => {
  const begin = Date.UTC(2031, 0, 1);
  const minutes = new Map(Array.from({ length: 15 }, (_, at) => [begin + at * 60_000, { requests: 2, errors: 1 }]));
  await addTraffic(db, { version: 'v1', minutes });
  await addTraffic(db, { version: 'v1', minutes });
  const stored = await db.select().from(traffic).where(eq(traffic.version, 'v1'));
  expect(stored).toHaveLength(15);
  for (const minute of stored) expect(minute).toMatchObject({ requests: 4, errors: 2, writes: 0, within_50: 0 });
  await db.delete(traffic).where(eq(traffic.version, 'v1'));
});

test('a monitor that asks too often is refused with 429', async () => {
  const bindings = withVars({ CEILING_FORM: { limit: async () => ({ success: false }) } });
  expect((await call(URL, { method: 'POST' }, bindings)).status).toBe(429);
});

interface Bar {
  requests: number;
  errors: number;
  p95_ms: number;
  mails: Record<string, number>;
}

test('admins see the requests, errors and mails of the last day for each half hour', async () => {
  await ask('/api/events/no-such-night');
  await ask('/api/nothing');
  await ask(PATH, { method: 'POST' });
  await db.insert(traffic).values({ at: ago(26 * 60), version: 'old', requests: 9 });
  await db.insert(traffic).values({ at: ago(23 * 60), version: 'old', requests: 7, errors: 2, within_250: 7 });
  const sent = { status: 'sent', sent_at: new Date() } as const;
  for (const purpose of ['account', 'account', 'money'] as const)
    await db.insert(outbox).values(mailRow({ ...sent, purpose }));
  const { headers } = await signedInAs('admin');
  const bars = (await ask('/api/admin/operations/traffic', { headers })).body['bars'] as Bar[];
  expect(bars).toHaveLength(48);
  const filled = bars.filter(({ requests }) => requests > 0);
  expect(filled[0]).toMatchObject({ requests: 7, errors: 2, p95_ms: 250 });
  expect(bars.at(-1)!.mails).toEqual({ codes: 2, trade: 1, nights: 0, news: 0 });
  expect(filled.slice(1).reduce((sum, { requests }) => sum + requests, 0)).toBe(2);
});
