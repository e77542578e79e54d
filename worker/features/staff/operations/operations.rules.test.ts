import { expect, test } from 'vitest';
import { BOUNDS, judgeOperations, type Measured } from './operations.rules.ts';

const NOW = Date.UTC(2026, 9, 1, 12);
const MINUTE_MS = 60_000;
const QUIET: Measured = {
  waiting: 3,
  waiting_since: NOW - MINUTE_MS,
  postponed: 0,
  queued: 2,
  dead: 0,
  dead_reason: null,
  run: { began_at: NOW - MINUTE_MS, ended_at: NOW - MINUTE_MS + 120, failed: '' },
  deliveries: 40,
  failing: 0,
  failing_sources: null,
  database_bytes: 52_400_000,
  routes: [{ route: 'GET /api/events', answers: 100, p95_ms: 41.6 }],
};

const judge = (over: Partial<Measured> = {}) => judgeOperations({ ...QUIET, ...over }, NOW);
const sentences = (over: Partial<Measured>) =>
  judge(over).flatMap(({ name, sentence }) => (sentence === null ? [] : [[name, sentence]]));

test('a quiet service has no sentence, and every value is shown', () => {
  expect(sentences({})).toEqual([]);
  expect(judge().map(({ value }) => value)).toEqual([
    '3, 2 in the queue',
    '0',
    '0',
    '1 min ago, 120 ms',
    '40, 0 failed',
    'GET /api/events, 42 ms',
    '52.4 of 10,000 MB',
  ]);
});

test('a service that has just started has nothing to complain of but the cron job', () => {
  const fresh = { waiting: 0, waiting_since: null, queued: null, run: null, deliveries: 0, routes: [] };
  expect(sentences(fresh)).toEqual([['Cron', 'The cron job has never run.']]);
});

test.each<[string, Partial<Measured>, string, string]>([
  [
    'a message waits for five minutes',
    { waiting_since: NOW - 5 * MINUTE_MS },
    'Messages waiting',
    'waited for 5 minutes',
  ],
  ['the queue holds a thousand jobs', { queued: BOUNDS.queued }, 'Messages waiting', 'slow or stuck'],
  ['a quota is used up', { postponed: 1 }, 'Messages postponed', 'quota of a day'],
  [
    'a message was given up',
    { dead: 2, dead_reason: 'MAIL refused' },
    'Messages given up, last 24 h',
    'The last reason: MAIL refused',
  ],
  [
    'the cron job stands still',
    { run: { began_at: NOW - 3 * MINUTE_MS, ended_at: NOW - 3 * MINUTE_MS, failed: '' } },
    'Cron',
    'has not run for 3 minutes',
  ],
  [
    'a part of the cron job failed',
    { run: { began_at: NOW, ended_at: NOW, failed: 'reconcile' } },
    'Cron',
    'the last run failed: reconcile',
  ],
  [
    'a feed fails',
    { failing: 1, failing_sources: 'city' },
    'Deliveries of feeds, last 24 h',
    'Deliveries of city failed',
  ],
  [
    'a route is slow',
    { routes: [{ route: 'GET /api/home', answers: BOUNDS.route_answers, p95_ms: 1000 }] },
    'Slowest route',
    'Slower than a second: GET /api/home.',
  ],
  ['the database is nearly full', { database_bytes: BOUNDS.database_bytes }, 'Database', 'nearly full'],
])('somebody is told to look when %s', (_, over, name, words) => {
  expect(sentences(over)).toEqual([[name, expect.stringContaining(words)]]);
});

test('one slow answer of a route that few people ask for is no reason to look', () => {
  expect(
    sentences({ routes: [{ route: 'GET /api/my/data', answers: BOUNDS.route_answers - 1, p95_ms: 4000 }] }),
  ).toEqual([]);
});
