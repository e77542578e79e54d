import { untilWhen } from '../../../contract/time/event-time.ts';
import { dollars, priceText } from '../../../contract/trade/money.ts';
import { ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import type { MissingPerson, UntoldOffer } from './tell-offered.db.ts';

const TITLE_LENGTH = 60;

const short = (text: string) => (text.length <= TITLE_LENGTH ? text : `${text.slice(0, TITLE_LENGTH - 1)}…`);

const cost = ({ total_cents }: UntoldOffer) =>
  total_cents === 0 ? 'free' : `${priceText(dollars(total_cents))} in all`;

/** The mail about tickets that are offered to a person. An entry without an account needs one with the same address. */
export function offerMail(offer: UntoldOffer, { SITE_URL }: Pick<Env, 'SITE_URL'>): Mail {
  const { quantity, event, venue } = offer;
  const until = untilWhen(offer.expires_at.toISOString(), offer.expires_at);
  return {
    subject: `Yours until ${until}: ${ticketCount(quantity)} for ${event.title}`,
    text: `You are next on the waitlist. ${ticketCount(quantity)}, ${cost(offer)}, ${quantity === 1 ? 'is' : 'are'} kept for you until ${untilWhen(offer.expires_at.toISOString())} in New York. After that the next person gets the offer.`,
    event: { ...event, venue },
    step: { label: 'See the offer', link: `${SITE_URL}/offers/${offer.id}` },
    footer: `Sign in or sign up with ${offer.email}, so that we know that the offer is yours. You get this mail because you joined the waitlist of this night.`,
  };
}

/** The notification of the same offer. */
export function offerNotice(offer: UntoldOffer, now: Date): Notice {
  return {
    kind: 'waitlist',
    title: short(`${ticketCount(offer.quantity)} for you: ${offer.event.title}`),
    body: `You are next on the waitlist. Yours until ${untilWhen(offer.expires_at.toISOString(), now)}, ${cost(offer)}. Then the next person gets the offer.`,
    path: `/offers/${offer.id}`,
    cause: `offer:${offer.id}:made`,
    expires_at: offer.expires_at,
    is_urgent: true,
  };
}

/** The mail to a person who left two offers in a row unanswered. `link` puts them back in line. */
export function missingMail({ event, venue }: MissingPerson, link: string): Mail {
  return {
    subject: `Do you still want to come? ${event.title}`,
    text: 'We offered you tickets twice and got no answer. So that others need not wait, we offer you none for now. You keep your place: one tap, and the next tickets are offered to you again.',
    event: { ...event, venue },
    step: { label: 'Yes, I still want to come', link },
    footer: 'If you do not want to come any more, you need not do anything.',
  };
}

/** The notification of the same question. The page of the night has the button that puts a person back in line. */
export function missingNotice({ id, event }: MissingPerson): Notice {
  return {
    kind: 'waitlist',
    title: short(`Do you still want to come? ${event.title}`),
    body: 'We offered you tickets twice and got no answer, so we offer you none for now. One tap puts you back in line.',
    path: `/events/${event.slug}`,
    cause: `waitlist:${id}:missing`,
    expires_at: event.start_at,
  };
}
