import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { requestStatus, type StatusText } from '../../../common/words/status-words.ts';
import type { Plan } from './plans.queries.ts';

const GOING = { going: 'You’re going', with_somebody: 'You’d go with somebody' } as const;

/** Lists what a plan shows, "Taken down" or "Canceled" first. The time left for a ticket request counts from `now`. */
export function planStates(plan: Plan, now: Date): StatusText[] {
  const { is_public, cancelled_at, waitlist, offer_id, going, from_friends, requests } = plan;
  const states: StatusText[] = requests
    .toSorted((a, b) => Number(b.status === 'accepted') - Number(a.status === 'accepted'))
    .map((request) => {
      const { tone, next } = requestStatus({ ...request, role: 'buyer' }, now);
      const count = ticketCount(request.quantity);
      return { word: request.status === 'accepted' ? `${count} kept for you` : `${count} requested`, tone, next };
    });
  if (from_friends > 0) {
    const word = from_friends === 1 ? 'Ticket from a friend' : `${ticketCount(from_friends)} from friends`;
    states.push({ word, tone: 'good', next: '' });
  }
  if (waitlist === 'accepted')
    states.push({ word: 'You’re in', tone: 'good', next: 'Your name is on the list at the door. Bring an ID.' });
  if (waitlist === 'pending')
    states.push({
      word: 'On the waitlist',
      tone: 'plain',
      next: offer_id !== undefined ? 'Tickets are waiting for your answer.' : 'We’ll email you when you’re in.',
    });
  if (waitlist === 'unconfirmed')
    states.push({
      word: 'Confirm your place',
      tone: 'plain',
      next: 'Press the button in our email, or open the night’s page.',
    });
  if (going !== null) states.push({ word: GOING[going], tone: 'plain', next: '' });
  if (!is_public) return [{ word: 'Taken down', tone: 'bad', next: 'This night is no longer on the site.' }, ...states];
  if (cancelled_at) return [{ word: 'Canceled', tone: 'bad', next: 'This night isn’t happening.' }, ...states];
  return states;
}
