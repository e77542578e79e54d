import { expect, test } from 'vitest';
import { pushTurn } from './push.rules.ts';

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
const turn = (over: Partial<typeof notice> | object = {}, about: object = {}) =>
  pushTurn({ ...notice, ...over }, { wants: true, quiet: null, now: NOW, ...about });

test('news is pushed at once without quiet hours, and at their end with them', () => {
  expect(turn()).toBe('push');
  expect(turn({}, { quiet: QUIET })).toEqual({ later: END });
  expect(turn({}, { quiet: { from: 0, until: 60 } })).toBe('push');
});

test('an urgent notification is pushed in quiet hours', () => {
  expect(turn({ is_urgent: true }, { quiet: QUIET })).toBe('push');
});

test.each([
  ['of a kind that the person does not want', {}, { wants: false }],
  ['that the person has seen', { seen_at: NOW }, {}],
  ['that is over', { expires_at: NOW }, {}],
  ['that is over before the quiet hours end', { expires_at: END }, { quiet: QUIET }],
  ['of yesterday', { created_at: new Date('2026-11-21T07:59:00Z') }, {}],
  ['that was claimed too often', { push_tries: 6 }, {}],
])('news %s is not pushed', (_, over, about) => {
  expect(turn(over, about)).toBe('drop');
});
