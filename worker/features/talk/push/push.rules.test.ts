import { expect, test } from 'vitest';
import { decidePush } from './push.rules.ts';

const NOW = new Date('2026-11-22T08:00:00Z');
const QUIET = { from: 120, until: 540 };
const END = new Date('2026-11-22T14:00:00Z');
const notice = {
  seen_at: null,
  expires_at: null,
  created_at: new Date('2026-11-22T07:59:00Z'),
  is_urgent: false,
  push_tries: 1,
};
const decide = (over: Partial<typeof notice> | object = {}, about: object = {}) =>
  decidePush({ ...notice, ...over }, { wants: true, quiet: null, now: NOW, ...about });

test('a notification is pushed immediately, or at the end of quiet hours', () => {
  expect(decide()).toBe('push');
  expect(decide({}, { quiet: QUIET })).toEqual({ later: END });
  expect(decide({}, { quiet: { from: 0, until: 60 } })).toBe('push');
});

test('an urgent notification is pushed in quiet hours', () => {
  expect(decide({ is_urgent: true }, { quiet: QUIET })).toBe('push');
});

test.each([
  ['of a kind that the person does not want', {}, { wants: false }],
  ['that the person has seen', { seen_at: NOW }, {}],
  ['that has expired', { expires_at: NOW }, {}],
  ['that expires before the quiet hours end', { expires_at: END }, { quiet: QUIET }],
  ['from yesterday', { created_at: new Date('2026-11-21T07:59:00Z') }, {}],
  ['whose push was already tried five times', { push_tries: 6 }, {}],
])('a notification %s is not pushed', (_, over, about) => {
  expect(decide(over, about)).toBe('drop');
});
