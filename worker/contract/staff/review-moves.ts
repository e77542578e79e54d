import type { ResellerStatus, WaitlistStatus } from '../../../drizzle/vocabulary.ts';

/** A decision can be reversed, but an entry cannot become pending again. */
export const WAITLIST_MOVES: Record<WaitlistStatus, readonly WaitlistStatus[]> = {
  pending: ['accepted', 'declined'],
  accepted: ['declined'],
  declined: ['accepted'],
};

/** Unlike a rejection, a suspension also ends the account's listings (`suspend-reseller.db.ts`). */
export const RESELLER_MOVES: Record<ResellerStatus, readonly ResellerStatus[]> = {
  pending: ['needs_info', 'approved', 'rejected'],
  needs_info: ['pending', 'approved', 'rejected'],
  approved: ['suspended'],
  rejected: ['pending'],
  suspended: ['approved', 'rejected'],
};

export function mayMove<S extends string>(moves: Record<S, readonly S[]>, { from, to }: { from: S; to: S }): boolean {
  return moves[from].includes(to);
}
