import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import type { BoughtTickets } from './ticket-api.ts';

/** "Friday 10 PM" in New York. `instant` is ISO 8601. */
export function opensWhen(instant: string): string {
  const { weekday, time } = eventDateParts(instant);
  return `${weekday} ${time.replace(':00', '')}`;
}

/** Why the tickets of a request cannot be opened now, and what happens next; null if they can. */
export function whyClosed({
  may_open,
  why_not,
  opens_at,
}: Pick<BoughtTickets, 'may_open' | 'why_not' | 'opens_at'>): string | null {
  if (may_open) return null;
  if (why_not === 'early')
    return `Opens ${opensWhen(opens_at)}, a day before the doors, so that it is still unused when you come.`;
  if (why_not === 'disputed')
    return 'The payment is under review. The tickets open once that is settled, and we write to you.';
  return 'These tickets no longer open here.';
}

export const SEEN_BY_SELLER =
  'The seller has seen this code. It is compared with the one that was listed, and the money is held until the night is over.';
export const WRONG_TICKET =
  'This is not the ticket that was listed. We told our support and froze the seller’s money. You need not do anything: we find you another ticket or give your money back, and write to you.';
export const UNREADABLE =
  'This phone could not read the code, so it was not compared. If the picture is not a ticket for this night, say that something is wrong.';
export const NO_PICTURE =
  'This file cannot be shown on this phone. Update the browser, or say that something is wrong.';
export const REDRAWN = 'The code of this pass was drawn anew. It is the same code.';
export const BRIGHTER = 'Turn the brightness of your screen up. The screen stays on.';
export const LARGER = 'Tap the picture to make it larger.';
