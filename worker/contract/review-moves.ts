import type { ResellerStatus, WaitlistStatus } from '../../drizzle/vocabulary.ts';

/** Where a waitlist entry may go from where it is. A decision can be turned round, not taken back. */
export const WAITLIST_MOVES: Record<WaitlistStatus, readonly WaitlistStatus[]> = {
  pending: ['accepted', 'declined'],
  accepted: ['declined'],
  declined: ['accepted'],
};

/**
 * Where a reseller's application may go. An approved one can only be suspended, because the suspension also ends what its account sells
 * (`worker/features/accounts/suspend-reseller.db.ts`). A rejected one can be opened again.
 */
export const RESELLER_MOVES: Record<ResellerStatus, readonly ResellerStatus[]> = {
  pending: ['needs_info', 'approved', 'rejected'],
  needs_info: ['pending', 'approved', 'rejected'],
  approved: ['suspended'],
  rejected: ['pending'],
  suspended: ['approved', 'rejected'],
};

/** Whether `moves` let a row go from one status to another. */
export function mayMove<S extends string>(moves: Record<S, readonly S[]>, { from, to }: { from: S; to: S }): boolean {
  return moves[from].includes(to);
}
