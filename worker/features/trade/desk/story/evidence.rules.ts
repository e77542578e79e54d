import type { Event, Listing, Profile, Venue } from '../../../../../drizzle/tables/all-tables.ts';
import { longDate } from '../../../../contract/time/event-time.ts';
import { centsText } from '../../../../contract/trade/money.ts';
import { type StoryFacts, stepsOf } from './story.rules.ts';

interface EvidenceFacts extends StoryFacts {
  event: Pick<Event, 'title' | 'start_at' | 'cancelled_at'>;
  venue: Pick<Venue, 'name' | 'city'>;
  listing: Pick<Listing, 'ask_price_cents' | 'created_at'>;
  buyer: Pick<Profile, 'display_name' | 'school' | 'email'>;
  seller: Pick<Profile, 'display_name' | 'school'>;
}

/** A bank reads at most this many characters. */
const LONGEST = 20_000;

const when = (at: Date) => `${longDate(at.toISOString())} (New York)`;

/**
 * Writes the evidence for the bank that decides a dispute. Disputes are left out, because the bank knows them. `mailed`
 * holds the times of our mails to the buyer.
 */
export function evidenceText(story: EvidenceFacts, { mailed }: { mailed: readonly Date[] }): string {
  const { event, venue, listing, request, payment, buyer, seller } = story;
  const lines = [
    `Event: ${event.title}, ${venue.name}, ${venue.city}. It begins on ${when(event.start_at)}.`,
    ...(event.cancelled_at ? [`The event was canceled on ${when(event.cancelled_at)}.`] : []),
    `Listing: tickets at ${centsText(listing.ask_price_cents)} each, listed on ${when(listing.created_at)} by ${nameOf(seller)}.`,
    `Buyer: ${nameOf(buyer)}, ${buyer.email ?? 'no address'}.`,
    `Price shown before the payment: ${centsText(payment.tickets_cents)} for ${request.quantity}, ${centsText(payment.buyer_fee_cents)} fees, ${centsText(payment.tickets_cents + payment.buyer_fee_cents)} in all.`,
    '',
    'What happened:',
    ...stepsOf({ ...story, disputes: [] }).map(({ at, text }) => `- ${when(at)}: ${text}`),
    ...(mailed.length > 0 ? ['', `Emails that we sent to the buyer: ${mailed.map(when).join('; ')}.`] : []),
  ];
  return lines.join('\n').slice(0, LONGEST);
}

const nameOf = ({ display_name, school }: EvidenceFacts['seller']) =>
  [display_name ?? 'an account', ...(school ? [school] : [])].join(', ');
