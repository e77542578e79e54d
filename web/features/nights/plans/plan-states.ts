import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { requestStatus, type StatusText } from '../../../common/words/status-words.ts';
import type { Plan } from './plans.queries.ts';

/**
 * The words for what a person has at an event, the most binding first. `now` decides how long a request still waits.
 */
export function planStates({ is_public, cancelled_at, waitlist, offer_id, requests }: Plan, now: Date): StatusText[] {
  const states: StatusText[] = requests
    .toSorted((a, b) => Number(b.status === 'accepted') - Number(a.status === 'accepted'))
    .map((request) => {
      const { tone, next } = requestStatus({ ...request, role: 'buyer' }, now);
      const count = ticketCount(request.quantity);
      return { word: request.status === 'accepted' ? `${count} kept for you` : `${count} requested`, tone, next };
    });
  if (waitlist === 'accepted') states.push({ word: 'Off the waitlist', tone: 'good', next: 'There is room for you.' });
  if (waitlist === 'pending')
    states.push({
      word: 'On the waitlist',
      tone: 'plain',
      next: offer_id !== undefined ? 'Tickets are offered to you.' : 'We write to you once you are off it.',
    });
  if (waitlist === 'unconfirmed')
    states.push({
      word: 'Confirm your place',
      tone: 'plain',
      next: 'Press the button in our mail, or open the night.',
    });
  if (!is_public)
    return [{ word: 'Taken down', tone: 'bad', next: 'This night is not on the site any more.' }, ...states];
  if (cancelled_at) return [{ word: 'Cancelled', tone: 'bad', next: 'This night does not take place.' }, ...states];
  return states;
}
