import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { dollars, priceText } from '../../contract/money.ts';
import { type Mail, type MailEvent, renderMail } from '../../http/mail.ts';
import { outboxInsertTo } from '../../http/outbox.ts';
import { buyerToTell, findAnswered, findMailedEvent, sellerToTell } from './mail-readers.db.ts';

/** Within this time a seller gets only one mail about the same buyer, even if the buyer cancels and requests again. */
const QUIET_MS = 3_600_000;

type Outgoing = ReturnType<typeof outboxInsertTo>;

const tickets = (quantity: number) => `${quantity} ${quantity === 1 ? 'ticket' : 'tickets'}`;

/**
 * The mail that tells a seller about a new request, for the batch that creates the request. It is sent only if the request was created, and
 * at most once an hour for each buyer. It does not name the price, because the same batch chooses the listing.
 */
export async function askedMail(
  c: Context<AppEnv>,
  { id, event_id, quantity }: { id: string; event_id: string; quantity: number },
): Outgoing {
  const event = await findMailedEvent(c.get('db'), { id: event_id });
  const mail = await renderMail({
    subject: `Request for ${tickets(quantity)}: ${event?.title ?? 'your listing'}`,
    text: `A student asks for ${tickets(quantity)} you have on sale, and waits for your answer. Say yes or no before the request runs out.`,
    event,
    step: { label: 'Answer the request', link: `${c.env.SITE_URL}/my-tickets` },
    name: null,
  });
  const to = sellerToTell({ id, quietSince: new Date(c.get('now').getTime() - QUIET_MS) });
  return outboxInsertTo(c, { to, ...mail });
}

/** The mail to the buyer for each answer. */
function answerMail(
  to: 'accepted' | 'declined',
  { quantity, price_cents, event, site }: { quantity: number; price_cents: number; event: MailEvent; site: string },
): Mail {
  const what = `${tickets(quantity)} for ${event.title} at ${priceText(dollars(price_cents))} each`;
  if (to === 'accepted') {
    return {
      subject: `Yes: ${event.title}`,
      text: `The seller said yes to ${what}. They are off sale and kept for you.`,
      event,
      step: { label: 'See your request', link: `${site}/my-tickets` },
    };
  }
  return {
    subject: `Not this time: ${event.title}`,
    text: `Your request for ${what} was declined. Nothing was charged.`,
    event,
    step: { label: 'See other tickets', link: `${site}/events/${event.slug}` },
  };
}

/**
 * The mail that tells a buyer about the answer. In the batch it follows directly after the statement that changes the request. It is sent
 * only if that statement changed the request, so a repeat sends nothing. Null if the request does not exist.
 */
export async function answeredMail(c: Context<AppEnv>, { id, to }: { id: string; to: 'accepted' | 'declined' }) {
  const asked = await findAnswered(c.get('db'), { id });
  if (!asked) return null;
  const { name, ...what } = asked;
  const mail = await renderMail({ ...answerMail(to, { ...what, site: c.env.SITE_URL }), name });
  return outboxInsertTo(c, { to: buyerToTell({ id }), ...mail });
}
