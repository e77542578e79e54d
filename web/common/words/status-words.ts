import { MINUTE } from '../../../worker/contract/time/durations.ts';
import { longDate, untilWhen } from '../../../worker/contract/time/event-time.ts';
import type { ListingStatus, TicketRequestStatus } from '../../../drizzle/vocabulary.ts';

export interface StatusText {
  word: string;
  tone: 'plain' | 'good' | 'bad' | 'live';
  next: string;
}

const BUYER: Record<TicketRequestStatus, StatusText> = {
  pending: { word: 'Waiting', tone: 'live', next: 'The seller has until' },
  accepted: { word: 'Accepted', tone: 'good', next: 'The seller said yes. The tickets are off sale and kept for you.' },
  declined: { word: 'Declined', tone: 'bad', next: 'It didn’t work out. Nothing was charged.' },
  cancelled: { word: 'Canceled', tone: 'plain', next: 'The request has ended. Nothing was charged.' },
  expired: { word: 'Timed out', tone: 'plain', next: 'The seller didn’t answer in time. Nothing was charged.' },
};

const SELLER: Record<TicketRequestStatus, StatusText> = {
  pending: { word: 'Waiting for you', tone: 'live', next: 'You have until' },
  accepted: { word: 'Accepted', tone: 'good', next: 'You said yes. Hold the tickets for the buyer.' },
  declined: { word: 'Declined', tone: 'plain', next: 'The tickets weren’t sold.' },
  cancelled: { word: 'Canceled', tone: 'plain', next: 'The request has ended. The tickets weren’t sold.' },
  expired: { word: 'Timed out', tone: 'plain', next: 'You didn’t answer in time.' },
};

type EventState = 'on' | 'cancelled' | 'taken_down';

/** Returns null if the event has not changed since the ticket request. */
export function eventNotice({
  state,
  moved_from,
}: {
  state: EventState;
  moved_from: { start_at: string; venue_name: string } | null;
}): Pick<StatusText, 'word' | 'next'> | null {
  if (state === 'cancelled') return { word: 'Night canceled', next: 'Its tickets are off sale.' };
  if (state === 'taken_down')
    return { word: 'Taken down', next: 'The organizer took it down for now. We’ll write to you if it comes back.' };
  return moved_from && { word: 'Moved', next: `It was ${longDate(moved_from.start_at)}, ${moved_from.venue_name}.` };
}

/** The words do not say who canceled a request, but they say if the whole night was canceled. */
export function requestStatus(
  {
    role,
    status,
    expires_at,
    event,
  }: {
    role: 'buyer' | 'seller';
    status: TicketRequestStatus;
    expires_at: string;
    event?: { state: EventState };
  },
  now: Date = new Date(),
): StatusText {
  const standing = (role === 'buyer' ? BUYER : SELLER)[status];
  if (status === 'cancelled' && event?.state === 'cancelled')
    return { ...standing, next: 'The night was canceled. Nothing was charged.' };
  if (status !== 'pending') return standing;
  return { ...standing, next: `${standing.next} ${untilWhen(expires_at, now)}, ${timeLeft(expires_at, now)}.` };
}

/** "3 h 5 min left", "12 min left", "less than a minute left". */
export function timeLeft(until: string, now: Date): string {
  const minutes = Math.floor((Date.parse(until) - now.getTime()) / MINUTE);
  if (minutes < 1) return 'less than a minute left';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${[hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')} left`;
}

export const LISTING_STATUS: Record<ListingStatus, StatusText & { mayPrice: boolean; mayWithdraw: boolean }> = {
  draft: { word: 'Draft', tone: 'plain', next: 'Not on sale yet.', mayPrice: false, mayWithdraw: true },
  pending_review: {
    word: 'In review',
    tone: 'plain',
    next: 'We’re reviewing it.',
    mayPrice: false,
    mayWithdraw: true,
  },
  active: { word: 'On sale', tone: 'good', next: '', mayPrice: true, mayWithdraw: true },
  reserved: {
    word: 'All held',
    tone: 'live',
    next: 'Every ticket is waiting for your answer.',
    mayPrice: false,
    mayWithdraw: true,
  },
  sold: { word: 'Sold', tone: 'good', next: 'Every ticket has a buyer.', mayPrice: false, mayWithdraw: false },
  withdrawn: { word: 'Off sale', tone: 'plain', next: 'Taken off sale.', mayPrice: false, mayWithdraw: false },
  expired: { word: 'Over', tone: 'plain', next: 'The night is over.', mayPrice: false, mayWithdraw: false },
  rejected: { word: 'Not accepted', tone: 'bad', next: 'It wasn’t put on sale.', mayPrice: false, mayWithdraw: false },
};
