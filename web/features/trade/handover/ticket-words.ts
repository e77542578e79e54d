import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import type { BoughtTickets } from './ticket-api.ts';

/** Says why the tickets of a request cannot be opened now and what happens next. Returns null if they can be opened. */
export function whyClosed({
  may_open,
  why_not,
  opens_at,
}: Pick<BoughtTickets, 'may_open' | 'why_not' | 'opens_at'>): string | null {
  if (may_open) return null;
  if (why_not === 'early')
    return `You can open them from ${untilWhen(opens_at)}, a day before the doors, so that nobody uses them first.`;
  if (why_not === 'disputed')
    return 'The payment is under review. We’ll write to you as soon as you can open the tickets.';
  return 'These tickets can no longer be opened here.';
}

export const SEEN_BY_SELLER =
  'The seller has seen this code too. We check that it is the listed one, and hold the money until the night is over.';
export const WRONG_TICKET =
  'This isn’t the ticket that was listed. We told our support team and froze the seller’s money. You don’t need to do anything. We’ll find you another ticket or give you your money back, and write to you.';
export const UNREADABLE =
  'This phone couldn’t read the code, so we couldn’t check it. If this isn’t a ticket for this night, tell us that something is wrong.';
export const NO_PICTURE = 'This phone can’t show this file. Update your browser, or tell us that something is wrong.';
export const REDRAWN = 'We redrew the code of this pass. It is the same code.';
