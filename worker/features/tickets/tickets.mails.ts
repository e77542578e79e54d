import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { dollars, priceText } from '../../contract/money.ts';
import { type Mail, renderMail } from '../../http/mail.ts';
import { outboxInsertTo } from '../../http/outbox.ts';
import { buyerToTell, findAnswered, sellerToTell } from './mail-readers.db.ts';

/** Within this time a seller gets only one mail about the same buyer, even if the buyer cancels and requests again. */
const QUIET_MS = 3_600_000;

type Outgoing = ReturnType<typeof outboxInsertTo>;

const tickets = (quantity: number) => `${quantity} ${quantity === 1 ? 'ticket' : 'tickets'}`;

/**
 * The mail that tells a seller about a new request, for the batch that creates the request. It is sent only if the request was created, and
 * at most once an hour for each buyer. It names neither the event nor the price, because the same batch chooses the listing.
 */
export function askedMail(c: Context<AppEnv>, { id, quantity }: { id: string; quantity: number }): Outgoing {
  const words = {
    subject: `Somebody asks for ${tickets(quantity)} of yours`,
    text: `A student asks for ${tickets(quantity)} you have on sale, and waits for your answer. Say yes or no before the request runs out: ${c.env.SITE_URL}/my-tickets`,
  };
  const to = sellerToTell({ id, quietSince: new Date(c.get('now').getTime() - QUIET_MS) });
  return renderMail({ ...words, name: null }).then((mail) => outboxInsertTo(c, { to, ...mail }));
}

/** The text for the buyer for each answer. */
function answerMail(
  to: 'accepted' | 'declined',
  { quantity, price_cents, title, link }: { quantity: number; price_cents: number; title: string; link: string },
): Mail {
  const what = `${tickets(quantity)} for ${title} at ${priceText(dollars(price_cents))} each`;
  if (to === 'accepted') return { subject: `Yes: ${title}`, text: `The seller said yes to ${what}. They are off sale and kept for you.` };
  return {
    subject: `Not this time: ${title}`,
    text: `Your request for ${what} was declined. Nothing was charged. See what else the night has: ${link}`,
  };
}

/**
 * The mail that tells a buyer about the answer. In the batch it follows directly after the statement that changes the request. It is sent
 * only if that statement changed the request, so a repeat sends nothing. Null if the request does not exist.
 */
export async function answeredMail(c: Context<AppEnv>, { id, to }: { id: string; to: 'accepted' | 'declined' }) {
  const asked = await findAnswered(c.get('db'), { id });
  if (!asked) return null;
  const { event, name, ...what } = asked;
  const words = answerMail(to, { ...what, title: event.title, link: `${c.env.SITE_URL}/events/${event.slug}` });
  return outboxInsertTo(c, { to: buyerToTell({ id }), ...(await renderMail({ ...words, name })) });
}
