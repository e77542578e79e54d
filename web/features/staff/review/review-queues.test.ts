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
])('only the moves that all picked rows have in common are offered: %#', (queue, picked, moves) => {
  expect(commonMoves(queue, picked)).toEqual(moves);
});

test('every status has a button that leads to it', () => {
  for (const { statuses, verbs } of [WAITLIST, RESELLERS])
    expect(Object.keys(verbs).toSorted()).toEqual([...statuses].toSorted());
});
