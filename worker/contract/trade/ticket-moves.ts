import {
  type ListingStatus,
  type OfferStatus,
  TICKET_ANSWERS,
  type TicketAnswer,
  type TicketRequestStatus,
} from '../../../drizzle/vocabulary.ts';

export type Moves<S extends string> = Record<S, readonly S[]>;

/** A trigger enforces this too. */
export const TICKET_REQUEST_MOVES: Moves<TicketRequestStatus> = {
  pending: ['accepted', 'declined', 'cancelled', 'expired'],
  accepted: [],
  declined: [],
  cancelled: [],
  expired: [],
};

export const RETURNED = ['declined', 'cancelled', 'expired'] as const satisfies readonly TicketRequestStatus[];

export const OFFER_MOVES: Moves<OfferStatus> = {
  open: ['taken', 'passed', 'lapsed', 'ended'],
  taken: [],
  passed: [],
  lapsed: [],
  ended: [],
};

export const OFF_SALE = ['withdrawn', 'expired', 'rejected'] as const satisfies readonly ListingStatus[];

/** The changes of a listing between `active`, `reserved` and `sold` follow from its stock. */
export const LISTING_MOVES: Moves<ListingStatus> = {
  draft: ['pending_review', 'active', 'withdrawn', 'expired'],
  pending_review: ['active', 'rejected', 'withdrawn', 'expired'],
  active: ['reserved', 'sold', 'withdrawn', 'expired'],
  reserved: ['active', 'sold'],
  sold: [],
  withdrawn: [],
  expired: [],
  rejected: [],
};

export function movesTo<S extends string>(moves: Moves<S>, to: S): S[] {
  return (Object.keys(moves) as S[]).filter((from) => moves[from].includes(to));
}

/** For each answer, the answers that the seller can replace it with before it is final. Null undoes the answer. */
const ANSWER_MOVES: Record<TicketAnswer, readonly (TicketAnswer | null)[]> = {
  accepted: ['declined', null],
  declined: ['accepted', null],
};

export function answersFrom(to: TicketAnswer | null): TicketAnswer[] {
  return TICKET_ANSWERS.filter((from) => ANSWER_MOVES[from].includes(to));
}
