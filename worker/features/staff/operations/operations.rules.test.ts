import { expect, test } from 'vitest';
import { BOUNDS, failingVital, judgeOperations, type Measured } from './operations.rules.ts';

const NOW = Date.UTC(2026, 9, 1, 12);
const MINUTE_MS = 60_000;
const QUIET: Measured = {
  waiting: 3,
  waiting_since: NOW - MINUTE_MS,
  news_waiting_since: NOW - 59 * MINUTE_MS,
  postponed: 0,
  refused: 0,
  refused_reason: null,
  queued: 2,
  dead: 0,
  dead_reason: null,
  run: { began_at: NOW - MINUTE_MS, ended_at: NOW - MINUTE_MS + 120, failed: '' },
  quarantine: null,
  deliveries: 40,
  failing: 0,
  failing_sources: null,
  database_bytes: 52_400_000,
  requests: 400,
  errors: 1,
  writes: 12,
  write_ms: 96,
  routes: [{ route: 'GET /api/events', answers: 100, p95_ms: 41.6 }],
};

const judge = (over: Partial<Measured> = {}) => judgeOperations({ ...QUIET, ...over }, NOW);
const sentences = (over: Partial<Measured>) =>
  judge(over).flatMap(({ name, sentence }) => (sentence === null ? [] : [[name, sentence]]));

test('a healthy service shows every value and no warning', () => {
  expect(sentences({})).toEqual([]);
  expect(judge().map(({ value }) => value)).toEqual([
    '3, 2 in the queue',
    '0',
    '0',
    '0',
    '1 min ago, 120 ms',
    '40, 0 failed',
    'GET /api/events, 42 ms',
    '52.4 of 10,000 MB',
    '1 of 400',
    '8 ms',
  ]);
});

test('the only warning of a service that has just started is about the cron job', () => {
  const nothing = { waiting: 0, waiting_since: null, news_waiting_since: null, queued: null };
  const fresh = { ...nothing, run: null, deliveries: 0, routes: [] };
  expect(sentences(fresh)).toEqual([['Cron', 'The cron job has never run.']]);
});

const WAITING = 'Messages waiting';
const runAt = (at: number, failed = '') => ({ run: { began_at: at, ended_at: at, failed } });
const SLOW = { route: 'GET /api/home', answers: BOUNDS.route_answers, p95_ms: 1000 };

test.each<[string, Partial<Measured>, string, string]>([
  [
    'a message to many people waits for an hour',
    { news_waiting_since: NOW - 60 * MINUTE_MS },
    WAITING,
    'for 60 minutes',
  ],
  ['an urgent message waits for five minutes', { waiting_since: NOW - 5 * MINUTE_MS }, WAITING, 'waited for 5 minutes'],
  ['the queue holds 1,000 jobs', { queued: BOUNDS.queued }, WAITING, 'slow or stuck'],
  ['messages are postponed until the next day', { postponed: 1 }, 'Messages postponed', 'share'],
  [
    'a carrier refuses messages',
    { refused: 4, refused_reason: 'MAIL is down' },
    'Messages refused, tried again',
    'Last reason: MAIL is down',
  ],
  [
    'a message was given up',
    { dead: 2, dead_reason: 'MAIL refused' },
    'Messages given up, last 24 h',
    'Last reason: MAIL refused',
  ],
  ['the cron job has stopped', runAt(NOW - 3 * MINUTE_MS), 'Cron', 'has not run for 3 minutes'],
  ['a part of the cron job failed', runAt(NOW, 'reconcile'), 'Cron', 'the last run failed: reconcile'],
  ['rows were restored from a backup', { quarantine: 'A backup of production' }, 'Quarantine', 'Nothing is sent'],
  [
    'a feed fails',
    { failing: 1, failing_sources: 'city' },
    'Feed deliveries, last 24 h',
    'Deliveries from city failed',
  ],
  ['a route is slow', { routes: [SLOW] }, 'Slowest route', 'Slower than a second: GET /api/home.'],
  ['two of a hundred answers fail', { requests: 300, errors: 6 }, 'Errors, last 5 min', '2.0 % of the answers'],
  ['small writes to the database are slow', { writes: 3, write_ms: 1500 }, 'Small write, last 5 min', 'takes 500 ms'],
  ['the database is nearly full', { database_bytes: BOUNDS.database_bytes }, 'Database', 'nearly full'],
])('operators get a warning when %s', (_, over, name, words) => {
  expect(sentences(over)).toEqual([[name, expect.stringContaining(words)]]);
});

test('few errors, a small share of errors, and few slow writes cause no warning', () => {
  expect(sentences({ requests: 20, errors: 4 })).toEqual([]);
  expect(sentences({ requests: 10_000, errors: 199 })).toEqual([]);
  expect(sentences({ writes: 2, write_ms: 9000 })).toEqual([]);
});

test('if the cron job and the queue both fail, the public probe names the cron job', () => {
  const vitals = { waiting_since: QUIET.waiting_since, run: QUIET.run };
  const old = NOW - 6 * MINUTE_MS;
  expect(failingVital(vitals, NOW)).toBeNull();
  expect(failingVital({ waiting_since: null, run: null }, NOW)).toBeNull();
  expect(failingVital({ ...vitals, waiting_since: old }, NOW)).toEqual({
    part: 'queue',
    message: 'The oldest message has waited for 6 minutes.',
  });
  expect(failingVital({ waiting_since: old, ...runAt(old) }, NOW)).toMatchObject({ part: 'cron' });
});

test('a slow answer from a rarely used route causes no warning', () => {
  const route = { route: 'GET /api/my/data', answers: BOUNDS.route_answers - 1, p95_ms: 4000 };
  expect(sentences({ routes: [route] })).toEqual([]);
});
