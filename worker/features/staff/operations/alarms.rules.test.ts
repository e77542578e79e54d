import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALARMS, changesOf } from './alarms.rules.ts';

const NOW = Date.UTC(2026, 9, 1, 12);
const MINUTE_MS = 60_000;
const check = (name: string, sentence: string | null) => ({ name, value: '', sentence });
const FAULT = [check('Cron', 'The cron job has stopped.')];

test('a new alarm contains the sentence of its check, a section of the runbook and a page', () => {
  const alert = { state: 'began', name: 'Cron', sentence: FAULT[0]!.sentence, section: 'Cron stopped', page: '/check' };
  expect(changesOf([], { checks: FAULT, now: NOW })).toEqual({
    alerts: [alert],
    after: [{ name: 'Cron', began_at: NOW, seen_at: NOW }],
  });
});

test('an alarm that is on is not sent again, even if its fault went away for four minutes', () => {
  const before = [{ name: 'Cron', began_at: NOW, seen_at: NOW }];
  const later = NOW + 4 * MINUTE_MS;
  expect(changesOf(before, { checks: [], now: later })).toEqual({ alerts: [], after: before });
  expect(changesOf(before, { checks: FAULT, now: later })).toEqual({
    alerts: [],
    after: [{ name: 'Cron', began_at: NOW, seen_at: later }],
  });
});

test('an alarm ends after five quiet minutes, and says how long it lasted', () => {
  const before = [{ name: 'Cron', began_at: NOW - 7 * MINUTE_MS, seen_at: NOW }];
  const { alerts, after } = changesOf(before, { checks: [check('Cron', null)], now: NOW + 5 * MINUTE_MS });
  expect(alerts).toMatchObject([
    { state: 'ended', name: 'Cron', sentence: 'This is fine again. It lasted 7 minutes.' },
  ]);
  expect(after).toEqual([]);
});

test('a failed check that is not in ALARMS raises no alarm', () => {
  const checks = [check('Slowest route', 'Slower than a second: GET /api/home.')];
  expect(changesOf([], { checks, now: NOW })).toEqual({ alerts: [], after: [] });
});

test('every alarm names a section of the runbook', () => {
  const sections = readFileSync('docs/runbook.md', 'utf8').match(/(?<=^## ).+$/gm);
  expect(Object.values(ALARMS).filter(({ section }) => !sections?.includes(section))).toEqual([]);
});
