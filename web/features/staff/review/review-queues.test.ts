import { expect, test } from 'vitest';
import { commonMoves, RESELLERS, WAITLIST } from './review-queues.ts';

const rows = (...statuses: string[]) => statuses.map((status) => ({ status }));

test.each([
  [WAITLIST, rows('pending'), ['accepted', 'declined']],
  [WAITLIST, rows('pending', 'declined'), ['accepted']],
  [WAITLIST, rows('accepted', 'declined'), []],
  [RESELLERS, rows('pending', 'needs_info'), ['approved', 'rejected']],
  [RESELLERS, rows('approved', 'pending'), []],
  [RESELLERS, [], []],
])('only the decisions that are allowed for every picked row are offered: %#', (queue, picked, moves) => {
  expect(commonMoves(queue, picked)).toEqual(moves);
});

test('every status can be reached by a button', () => {
  for (const { statuses, verbs } of [WAITLIST, RESELLERS])
    expect(Object.keys(verbs).toSorted()).toEqual([...statuses].toSorted());
});
