import { resellerApplications } from '../../../../drizzle/tables/people/reseller-applications.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { ResellerStatus, WaitlistStatus } from '../../../../drizzle/vocabulary.ts';
import { mayMove, RESELLER_MOVES, WAITLIST_MOVES } from '../../../contract/staff/review-moves.ts';

export type ReviewStatus = WaitlistStatus | ResellerStatus;

/** A list of people who wait for a decision: its table, its name in the audit log, and the moves that are allowed. */
export interface Queue {
  kind: 'waitlist' | 'application';
  table: typeof waitlist | typeof resellerApplications;
  mayMove: (move: { from: string; to: string }) => boolean;
  /** Whether the move suspends a reseller, which ends what the account sells and asks for. */
  suspends: (move: { from: string; to: string }) => boolean;
}

export const WAITLIST_QUEUE: Queue = {
  kind: 'waitlist',
  table: waitlist,
  mayMove: ({ from, to }) =>
    mayMove<WaitlistStatus>(WAITLIST_MOVES, { from: from as WaitlistStatus, to: to as WaitlistStatus }),
  suspends: () => false,
};

export const APPLICATION_QUEUE: Queue = {
  kind: 'application',
  table: resellerApplications,
  mayMove: ({ from, to }) =>
    mayMove<ResellerStatus>(RESELLER_MOVES, { from: from as ResellerStatus, to: to as ResellerStatus }),
  suspends: ({ from, to }) => from !== 'suspended' && to === 'suspended',
};
