import { expect, test } from 'vitest';
import type { ChatMessage } from '../../../../../worker/contract/talk/chat.ts';
import { clockOf, dayLabel, rowsOf } from './room-rows.ts';

const at = (instant: string) => Date.parse(instant);
const said = (seq: number, created_at: string, user_id = 'a'): ChatMessage => ({
  id: `id-${seq}`,
  seq,
  event_id: 'night',
  user_id,
  body: `m${seq}`,
  created_at,
  client_id: `c-${seq}`,
  author: { display_name: 'A student', is_student_verified: true },
  removed: null,
});

test.each([
  // In the first four rows, `now` is early on the day after New York's clocks changed.
  ['2026-11-02T05:30:00Z', '2026-11-01T04:30:00Z', 'Yesterday'],
  ['2026-11-02T05:30:00Z', '2026-11-01T03:59:00Z', 'Saturday, October 31'],
  ['2026-03-09T04:30:00Z', '2026-03-08T05:30:00Z', 'Yesterday'],
  ['2026-03-09T04:30:00Z', '2026-03-08T04:30:00Z', 'Saturday, March 7'],
  ['2026-11-27T04:59:00Z', '2026-11-26T05:00:00Z', 'Today'],
  ['2026-11-27T05:00:00Z', '2026-11-27T04:59:00Z', 'Yesterday'],
  ['2026-01-02T12:00:00Z', '2025-12-30T12:00:00Z', 'Tuesday, December 30, 2025'],
])('at %s, the label of a message from %s is %s', (now, then, label) => {
  expect(dayLabel(at(then), at(now))).toBe(label);
});

test('messages show New York time', () => {
  expect(clockOf(at('2026-11-27T04:05:00Z'))).toBe('11:05 PM');
  expect(clockOf(at('2026-07-27T04:05:00Z'))).toBe('12:05 AM');
});

test('if an author sends several messages within minutes, only the first shows the name', () => {
  const rows = rowsOf({
    messages: [
      said(1, '2026-11-26T20:00:00Z'),
      said(2, '2026-11-26T20:01:00Z'),
      said(3, '2026-11-26T20:01:30Z', 'b'),
      said(4, '2026-11-26T20:07:00Z', 'b'),
      said(5, '2026-11-27T05:00:00Z', 'b'),
    ],
    own: [
      {
        client_id: 'mine',
        user_id: 'me',
        body: 'hello',
        mentions: [],
        created_at: at('2026-11-27T05:00:01Z'),
        seq: null,
      },
    ],
    me: 'b',
    now: at('2026-11-27T05:01:00Z'),
  });
  expect(rows.map((row) => (row.kind === 'day' ? row.label : [row.body, row.isFirst, row.isOwn]))).toEqual([
    'Yesterday',
    ['m1', true, false],
    ['m2', false, false],
    ['m3', true, true],
    ['m4', true, true],
    'Today',
    ['m5', true, true],
    ['hello', true, true],
  ]);
});
