import { expect, test } from 'vitest';
import { RESELLER_STATUSES, WAITLIST_STATUSES } from '../../../drizzle/vocabulary.ts';
import { mayMove, RESELLER_MOVES, WAITLIST_MOVES } from './review-moves.ts';

const table = <S extends string>(statuses: readonly S[], moves: Record<S, readonly S[]>) =>
  statuses.flatMap((from) => statuses.filter((to) => mayMove(moves, { from, to })).map((to) => `${from} → ${to}`));

test('a waitlist entry can be accepted or declined, and the decision can be reversed', () => {
  expect(table(WAITLIST_STATUSES, WAITLIST_MOVES)).toEqual([
    'pending → accepted',
    'pending → declined',
    'accepted → declined',
    'declined → accepted',
  ]);
});

test('only an approved application can be suspended, and a suspended one can be approved or rejected', () => {
  expect(table(RESELLER_STATUSES, RESELLER_MOVES)).toEqual([
    'pending → needs_info',
    'pending → approved',
    'pending → rejected',
    'needs_info → pending',
    'needs_info → approved',
    'needs_info → rejected',
    'approved → suspended',
    'rejected → pending',
    'suspended → approved',
    'suspended → rejected',
  ]);
});
