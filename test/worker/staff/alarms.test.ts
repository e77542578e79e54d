import { env } from 'cloudflare:workers';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cronRuns, ledgerTransfers, outbox, reconciliations, traffic } from '../../../drizzle/tables/all-tables.ts';
import { runEachMinute, tellAlarms } from '../../../worker/each-minute.ts';
import { noteRun } from '../../../worker/features/staff/operations/operations.db.ts';
import { takeTraffic } from '../../../worker/http/answers/traffic.ts';
import { fetchOf } from '../../support/worker/alert-receiver.ts';
import { db } from '../../support/worker/db.ts';
import { d1Error, faultyD1 } from '../../support/worker/faulty-d1.ts';
import { withVars } from '../../support/worker/people/auth-client.ts';
import { mailRow } from '../../support/worker/talk/mail-row.ts';

const MINUTE_MS = 60_000;
const WEBHOOK = 'https://alerts.vouch.test/hook';
const PING = 'https://pings.vouch.test/cron';
/** Far from the real time, so that the counts of other tests do not matter. Each test has a day of its own. */
let clock = Date.UTC(2031, 0, 1);
const at = (minutes: number) => new Date(clock + minutes * MINUTE_MS);
const RECEIVED = withVars({ ALERT_WEBHOOK: WEBHOOK, ALERT_TO: '', CRON_PING_URL: '' });

beforeEach(async () => {
  clock += 86_400_000;
  takeTraffic();
  vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await db.batch([db.delete(outbox), db.delete(traffic), db.delete(cronRuns), db.delete(reconciliations)]);
  await ran(-1);
});

const ran = (minutes: number) => noteRun(db, { began_at: at(minutes), ended_at: at(minutes), failed: '' });

/** Checks the alarms, and returns what the receiver got. If `hasRun`, the cron job ran a minute earlier. */
async function watchAt(minutes: number, { bindings = RECEIVED, hasRun = true } = {}) {
  const received = fetchOf(WEBHOOK);
  if (hasRun) await ran(minutes - 1);
  await tellAlarms(bindings, at(minutes));
  return received.bodies.flatMap(({ alerts }) => alerts.map(({ state, name }) => `${state} ${name}`));
}

const compared = (over: Partial<typeof reconciliations.$inferInsert>) =>
  db.insert(reconciliations).values({
    at: at(0),
    provider_cents: 0,
    ledger_cents: 0,
    difference_cents: 0,
    unmatched: [],
    payout_interval: 'manual',
    ...over,
  });
const booked = (debit: string, credit: string, amount_cents: number) =>
  db.insert(ledgerTransfers).values({ cause: crypto.randomUUID(), leg: 1, debit, credit, amount_cents, at: at(0) });

interface Fault {
  name: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
}

const FAULTS: Fault[] = [
  {
    name: 'Errors, last 5 min',
    begin: () => db.insert(traffic).values({ at: at(0), version: 'abc', requests: 100, errors: 10 }),
    end: () => db.delete(traffic),
  },
  {
    name: 'Small write, last 5 min',
    begin: () => db.insert(traffic).values({ at: at(0), version: 'abc', writes: 9, write_ms: 9000 }),
    end: () => db.delete(traffic),
  },
  {
    name: 'Messages waiting',
    begin: () => db.insert(outbox).values(mailRow({ status: 'pending', purpose: 'money', created_at: at(-9) })),
    end: () => db.delete(outbox),
  },
  {
    name: 'Messages given up, last 24 h',
    begin: () => db.insert(outbox).values(mailRow({ status: 'dead', last_error: 'refused', created_at: at(-9) })),
    end: () => db.delete(outbox),
  },
  {
    name: 'Ledger',
    begin: () => compared({ provider_cents: 500, difference_cents: 500 }),
    end: () => compared({ at: at(1) }),
  },
  {
    name: 'Automatic payouts',
    begin: () => compared({ payout_interval: 'daily' }),
    end: () => compared({ at: at(1) }),
  },
  {
    name: 'Cover',
    begin: async () => {
      await booked('provider', 'hold:sale', 10_000);
      await booked('hold:sale', 'payable:seller', 4000);
      await booked('hold:sale', 'refund_due:sale', 1000);
      await booked('bank', 'provider', 500);
    },
    end: () => booked('provider', 'bank', 500),
  },
];

test.each(FAULTS)('$name: a fault is reported once, and so is its end', async ({ name, begin, end }) => {
  expect(await watchAt(0)).toEqual([]);
  await begin();
  expect(await watchAt(1)).toEqual([`began ${name}`]);
  expect(await watchAt(2)).toEqual([]);
  await end();
  expect(await watchAt(3)).toEqual([]);
  expect(await watchAt(7)).toEqual([`ended ${name}`]);
  expect(await watchAt(8)).toEqual([]);
});

test('Cron: the alarms report that the cron job has stopped, and later that it runs again', async () => {
  expect(await watchAt(1, { hasRun: false })).toEqual([]);
  expect(await watchAt(3, { hasRun: false })).toEqual(['began Cron']);
  expect(await watchAt(4, { hasRun: false })).toEqual([]);
  await ran(5);
  expect(await watchAt(6)).toEqual([]);
  expect(await watchAt(9)).toEqual(['ended Cron']);
});

test('Database: a database that is nearly full is reported once, and so is the end of this fault', async () => {
  const full = faultyD1(env.DB, async (run) => {
    const answer = await run();
    const { meta } = answer as { meta?: object };
    return meta ? { ...answer, meta: { ...meta, size_after: 9e9 } } : answer;
  });
  const bindings = { ...RECEIVED, DB: full };
  expect(await watchAt(1, { bindings })).toEqual(['began Database']);
  expect(await watchAt(2, { bindings })).toEqual([]);
  expect(await watchAt(7)).toEqual(['ended Database']);
});

test('Database answers: a database whose queries all fail is reported once, and so is its recovery', async () => {
  const DB = faultyD1(env.DB, () => Promise.reject(d1Error('D1 DB is overloaded.')));
  const received = fetchOf(WEBHOOK);
  for (const minute of [0, 1, 2])
    await expect(tellAlarms({ ...RECEIVED, DB }, at(minute))).rejects.toThrow('Failed query');
  expect(received.bodies.map(({ alerts }) => alerts.map(({ name }) => name))).toEqual([['Database answers']]);
  expect(await watchAt(3, { hasRun: false })).toEqual(['began Cron', 'ended Database answers']);
});

test('an alarm names what is wrong, the section of the runbook and a link', async () => {
  await FAULTS[0]!.begin();
  const received = fetchOf(WEBHOOK);
  await tellAlarms(RECEIVED, at(1));
  expect(received.bodies).toEqual([
    {
      text: [
        'Alarm: Errors, last 5 min. 10.0 % of the answers are errors on our side.',
        'Runbook: “Bad deploy” (docs/runbook.md#bad-deploy)',
        `${env.SITE_URL}/check`,
      ].join('\n'),
      alerts: [expect.objectContaining({ state: 'began', section: 'Bad deploy', page: '/check' })],
    },
  ]);
});

test('with ALERT_TO set, the alarm is sent by mail without the queue', async () => {
  await FAULTS[0]!.begin();
  const sent: unknown[] = [];
  const MAIL = { send: async (mail: unknown) => void sent.push(mail) } as unknown as SendEmail;
  await tellAlarms(withVars({ ALERT_WEBHOOK: '', ALERT_TO: 'operators@vouch.test', MAIL }), at(1));
  expect(sent).toEqual([
    expect.objectContaining({
      to: 'operators@vouch.test',
      subject: 'Alarm: Errors, last 5 min',
      text: expect.stringContaining('docs/runbook.md#bad-deploy'),
    }),
  ]);
  expect(await db.select().from(outbox)).toEqual([]);
});

test('an alarm that the receiver refused is sent again by the next run', async () => {
  await FAULTS[0]!.begin();
  const refusing = fetchOf(WEBHOOK, 500);
  await tellAlarms(RECEIVED, at(1));
  expect(refusing.bodies).toHaveLength(1);
  expect(await watchAt(2)).toEqual(['began Errors, last 5 min']);
});

test('two runs that see a fault at the same time report it once', async () => {
  await FAULTS[0]!.begin();
  const received = fetchOf(WEBHOOK);
  await Promise.all([tellAlarms(RECEIVED, at(1)), tellAlarms(RECEIVED, at(1))]);
  expect(received.bodies).toHaveLength(1);
});

test('each run of the cron job pings the service that watches the job, unless checking the alarms failed', async () => {
  const received = fetchOf(PING);
  const bindings = withVars({ CRON_PING_URL: PING });
  await runEachMinute(bindings, new Date());
  expect(received.bodies).toHaveLength(1);
  const limiter = { idFromName: () => undefined, get: () => undefined } as unknown as Env['AUTH_LIMITER'];
  const failing = { metrics: () => Promise.resolve({ backlogCount: 0 }) } as unknown as Queue;
  await db.delete(cronRuns);
  await expect(
    runEachMinute({ ...bindings, AUTH_LIMITER: limiter, NOTIFY_QUEUE: failing }, new Date()),
  ).rejects.toThrow('tellAlarms');
  expect(received.bodies).toHaveLength(1);
});

test('the counts of HTTP answers are deleted after two days', async () => {
  await db.insert(traffic).values({ at: at(-3 * 24 * 60), version: 'abc', requests: 1 });
  await tellAlarms(RECEIVED, at(0));
  expect((await db.select().from(traffic)).map((row) => row.at)).toEqual([at(0)]);
});
