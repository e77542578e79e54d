import { expect, test } from 'vitest';
import { keepTraffic, noteAnswer, noteWrite, takeTraffic } from '../../../http/answers/traffic.ts';
import { trafficView } from './traffic.view.ts';

const NOON = Date.UTC(2026, 9, 1, 12);
const MINUTE_MS = 60_000;

test('the answers of each minute are counted by how long they took', () => {
  takeTraffic();
  for (const [status, ms] of [
    [200, 3],
    [404, 50],
    [503, 51],
    [500, 9000],
  ] as const)
    noteAnswer({ status, ms, now: NOON + 59_999 });
  noteAnswer({ status: 200, ms: 1, now: NOON + MINUTE_MS });
  noteWrite({ ms: 12.4, now: NOON });
  const taken = takeTraffic();
  expect([...taken.keys()]).toEqual([NOON, NOON + MINUTE_MS]);
  expect(taken.get(NOON)).toMatchObject({
    requests: 4,
    errors: 2,
    within_50: 2,
    within_100: 1,
    within_2500: 0,
    writes: 1,
    write_ms: 12,
  });
  expect(takeTraffic().size).toBe(0);
});

test('counts that could not be stored are kept for a later try, but only those of the last fifteen minutes', () => {
  noteAnswer({ status: 200, ms: 1, now: NOON });
  const taken = takeTraffic();
  noteAnswer({ status: 500, ms: 1, now: NOON });
  keepTraffic(taken);
  expect(takeTraffic().get(NOON)).toMatchObject({ requests: 2, errors: 1 });
  for (let minute = 0; minute < 20; minute += 1) noteAnswer({ status: 200, ms: 1, now: NOON + minute * MINUTE_MS });
  expect([...takeTraffic().keys()][0]).toBe(NOON + 5 * MINUTE_MS);
});

test('each bar of half an hour shows the time within which 95 % of its answers came', () => {
  for (let answer = 1; answer <= 100; answer += 1)
    noteAnswer({ status: answer > 98 ? 500 : 200, ms: answer > 94 ? 400 : 30, now: NOON });
  const sums = Array.from(takeTraffic(), ([at, counts]) => ({ at, ...counts }));
  const step = 30 * MINUTE_MS;
  const sent = [{ at: NOON, purpose: 'money', is_shared: 0, count: 3 }] as const;
  const mails = { codes: 0, trade: 0, nights: 0, news: 0 };
  expect(trafficView({ sums, sent: [...sent] }, { since: NOON - step, until: NOON + step, step })).toEqual([
    { at: '2026-10-01T11:30:00.000Z', requests: 0, errors: 0, p95_ms: 0, mails },
    { at: '2026-10-01T12:00:00.000Z', requests: 100, errors: 2, p95_ms: 500, mails: { ...mails, trade: 3 } },
  ]);
});
