import { untilWhen } from '../../../contract/time/event-time.ts';
import { centsText } from '../../../contract/trade/money.ts';
import { ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import type { MissingPerson, UntoldOffer } from './tell-offered.db.ts';

const TITLE_LENGTH = 60;

const short = (text: string) => (text.length <= TITLE_LENGTH ? text : `${text.slice(0, TITLE_LENGTH - 1)}…`);

const cost = ({ total_cents }: UntoldOffer) => (total_cents === 0 ? 'free' : `${centsText(total_cents)} in all`);

/**
 * Says why the person gets the offer. A person who shares the link of a search (`is_wanted`) can get an offer before
 * their turn, so the text does not call them next on the waitlist.
 */
const why = ({ is_wanted, quantity }: UntoldOffer) => {
  if (!is_wanted) return 'You’re next on the waitlist.';
  return quantity === 1 ? 'This ticket fits what you’re looking for.' : 'These tickets fit what you’re looking for.';
};

/** A person without an account must sign up with the address of this mail. */
export function offerMail(offer: UntoldOffer, { SITE_URL }: Pick<Env, 'SITE_URL'>): Mail {
  const { quantity, event, venue } = offer;
  const until = untilWhen(offer.expires_at.toISOString(), offer.expires_at);
  return {
    subject: `Yours until ${until}: ${ticketCount(quantity)} for ${event.title}`,
    text: `${why(offer)} We’re holding ${ticketCount(quantity)}, ${cost(offer)}, for you. Take ${quantity === 1 ? 'it' : 'them'} by ${untilWhen(offer.expires_at.toISOString())} New York time, or the next person gets the offer.`,
    event: { ...event, venue },
    step: { label: 'See the offer', link: `${SITE_URL}/offers/${offer.id}` },
    footer: `Sign in or sign up with ${offer.email} so we know the offer is yours. You’re getting this email because you joined the waitlist for this night.`,
  };
}

export function offerNotice(offer: UntoldOffer, now: Date): Notice {
  return {
    kind: 'waitlist',
    title: short(`${ticketCount(offer.quantity)} for you: ${offer.event.title}`),
    body: `${why(offer)} Yours until ${untilWhen(offer.expires_at.toISOString(), now)}, ${cost(offer)}. Then the next person gets the offer.`,
    path: `/offers/${offer.id}`,
    cause: `offer:${offer.id}:made`,
    expires_at: offer.expires_at,
    is_urgent: true,
  };
}

/** `link` puts the person back in line. */
export function missingMail({ event, venue }: MissingPerson, link: string): Mail {
  return {
    subject: `Do you still want to come? ${event.title}`,
    text: 'We offered you tickets twice and didn’t hear back, so we’ve paused your offers to keep the line moving. You keep your place. Tap the button to get offers again.',
    event: { ...event, venue },
    step: { label: 'Yes, I still want to come', link },
    footer: 'If you don’t want to come anymore, you don’t need to do anything.',
  };
}

export function missingNotice({ id, event }: MissingPerson): Notice {
  return {
    kind: 'waitlist',
    title: short(`Do you still want to come? ${event.title}`),
    body: 'We offered you tickets twice and didn’t hear back, so we’ve paused your offers. One tap puts you back in line.',
    path: `/events/${event.slug}`,
    cause: `waitlist:${id}:missing`,
    expires_at: event.start_at,
  };
}
