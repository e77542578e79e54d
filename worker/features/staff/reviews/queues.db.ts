import type { SQL } from 'drizzle-orm';
import { resellerApplications } from '../../../../drizzle/tables/people/reseller-applications.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { ResellerStatus, WaitlistStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { mayMove, RESELLER_MOVES, WAITLIST_MOVES } from '../../../contract/staff/review-moves.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { decideEntry } from '../../../http/shared/nights/waitlist-entries.ts';
import { decideApplication } from '../../../http/shared/people/reseller-applications.ts';

export type ReviewStatus = WaitlistStatus | ResellerStatus;

export interface Queue {
  /** The queue's name in the audit log. */
  kind: 'waitlist' | 'application';
  table: typeof waitlist | typeof resellerApplications;
  decide: (db: Db, decision: { fields: object; where: SQL | undefined }) => Statement;
  mayMove: (move: { from: string; to: string }) => boolean;
  /** Says whether a move suspends the reseller. A suspension ends the reseller's listings and ticket requests. */
  suspends: (move: { from: string; to: string }) => boolean;
}

export const WAITLIST_QUEUE: Queue = {
  kind: 'waitlist',
  table: waitlist,
  decide: decideEntry,
  mayMove: ({ from, to }) =>
    mayMove<WaitlistStatus>(WAITLIST_MOVES, { from: from as WaitlistStatus, to: to as WaitlistStatus }),
  suspends: () => false,
};

export const APPLICATION_QUEUE: Queue = {
  kind: 'application',
  table: resellerApplications,
  decide: decideApplication,
  mayMove: ({ from, to }) =>
    mayMove<ResellerStatus>(RESELLER_MOVES, { from: from as ResellerStatus, to: to as ResellerStatus }),
  suspends: ({ from, to }) => from !== 'suspended' && to === 'suspended',
};
