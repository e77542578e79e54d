import type { ListingStatus, TicketRequestStatus } from '../../drizzle/vocabulary.ts';

type Moves<S extends string> = Record<S, readonly S[]>;

/** Where a ticket request may go from where it is. Only a pending one moves, once; the database refuses the rest as well. */
export const TICKET_REQUEST_MOVES: Moves<TicketRequestStatus> = {
  pending: ['accepted', 'declined', 'cancelled', 'expired'],
  accepted: [],
  declined: [],
  cancelled: [],
  expired: [],
};

/** Where a listing may go from where it is. The moves between `active`, `reserved` and `sold` follow from its stock. */
export const LISTING_MOVES: Moves<ListingStatus> = {
  draft: ['pending_review', 'active', 'withdrawn', 'expired'],
  pending_review: ['active', 'rejected', 'withdrawn', 'expired'],
  active: ['reserved', 'withdrawn', 'expired'],
  reserved: ['active', 'sold'],
  sold: [],
  withdrawn: [],
  expired: [],
  rejected: [],
};

/** The states from which a move to `to` is allowed. */
export function movesTo<S extends string>(moves: Moves<S>, to: S): S[] {
  return (Object.keys(moves) as S[]).filter((from) => moves[from].includes(to));
}
