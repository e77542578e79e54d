import { dollars } from '../../../contract/trade/money.ts';

/** The sums over all requests of a group. `total_cents` includes fees. `until` is UTC ms. */
export interface GroupFacts {
  payments: number;
  places: number;
  total_cents: number;
  /** How many cards are charged, how many are authorized or charged, and how many never were. */
  charged: number;
  authorized: number;
  unpaid: number;
  /** How many sellers have not answered, or can still undo their answer. */
  unanswered: number;
  /** The first deadline of a part that is not paid or not answered. */
  until: number | null;
  ended: 'declined' | 'expired' | 'cancelled' | null;
}

/** The group of a request as its buyer or a seller sees it. Only the buyer sees the total, in dollars. */
export function groupView({ total_cents, until, ...facts }: GroupFacts, role: 'buyer' | 'seller') {
  return {
    ...facts,
    total: role === 'buyer' ? dollars(total_cents) : null,
    until: until === null ? null : new Date(until),
  };
}
