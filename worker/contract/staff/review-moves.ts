import type { ResellerStatus, WaitlistStatus } from '../../../drizzle/vocabulary.ts';

/**
 * The allowed next statuses of a waitlist entry. A decision can be reversed, but the entry cannot become pending again.
 */
export const WAITLIST_MOVES: Record<WaitlistStatus, readonly WaitlistStatus[]> = {
  pending: ['accepted', 'declined'],
  accepted: ['declined'],
  declined: ['accepted'],
};

/**
 * The allowed next statuses of a reseller's application. An approved application can only be suspended, because a
 * suspension also ends the account's listings (`worker/features/people/accounts/suspend-reseller.db.ts`). A rejected
 * application can be reopened.
 */
export const RESELLER_MOVES: Record<ResellerStatus, readonly ResellerStatus[]> = {
  pending: ['needs_info', 'approved', 'rejected'],
  needs_info: ['pending', 'approved', 'rejected'],
  approved: ['suspended'],
  rejected: ['pending'],
  suspended: ['approved', 'rejected'],
};

/** Returns whether `moves` allows a change from one status to another. */
export function mayMove<S extends string>(moves: Record<S, readonly S[]>, { from, to }: { from: S; to: S }): boolean {
  return moves[from].includes(to);
}
