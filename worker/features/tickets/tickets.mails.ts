import { eq, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { named } from '../../../drizzle/tables/columns.ts';
import { authUsers } from '../../../drizzle/tables/auth-users.ts';
import { events } from '../../../drizzle/tables/events.ts';
import { launchSwitches } from '../../../drizzle/tables/launch-switches.ts';
import { profiles } from '../../../drizzle/tables/profiles.ts';
import { ticketRequests } from '../../../drizzle/tables/ticket-requests.ts';
import type { AppEnv } from '../../context.ts';
import { dollars } from '../../contract/money.ts';
import { type Mail, renderMail } from '../../http/mail.ts';
import { outboxInsertTo } from '../../http/outbox.ts';

/** Whoever asks, takes it back and asks again does not fill the seller's mailbox. */
const QUIET_MS = 3_600_000;

type Outgoing = ReturnType<typeof outboxInsertTo>;

const tickets = (quantity: number) => `${quantity} ${quantity === 1 ? 'ticket' : 'tickets'}`;

/**
 * The mail that tells a seller of a request, for the batch that makes it: it is written where the request was, while there is a screen
 * to answer it on, and once an hour for all that one buyer asks of one seller. Whose tickets they are is known only then, so it names
 * neither night nor price.
 */
export function askedMail(c: Context<AppEnv>, { id, quantity }: { id: string; quantity: number }): Outgoing {
  const words = {
    subject: `Somebody asks for ${tickets(quantity)} of yours`,
    text: `A student asks for ${tickets(quantity)} you have on sale, and waits for your answer. Say yes or no before the request runs out: ${c.env.SITE_URL}/my-tickets`,
  };
  const to = sql`select ${authUsers.email} as email from ${ticketRequests} join ${authUsers} on ${authUsers.id} = ${ticketRequests.seller_id}
    where ${ticketRequests.id} = ${id}
      and not exists (select 1 from ticket_requests as other where other.buyer_id = ${ticketRequests.buyer_id} and other.id <> ${id}
        and other.created_at > ${c.get('now').getTime() - QUIET_MS} and other.seller_id = ${ticketRequests.seller_id})
      and exists (select 1 from ${launchSwitches} where ${launchSwitches.feature} = 'my-tickets' and ${launchSwitches.is_on} = 1)`;
  return renderMail({ ...words, name: null }).then((mail) => outboxInsertTo(c, { to, ...mail }));
}

/** What an answer says to the buyer. */
function answerMail(
  to: 'accepted' | 'declined',
  { quantity, price_cents, title, link }: { quantity: number; price_cents: number; title: string; link: string },
): Mail {
  const what = `${tickets(quantity)} for ${title} at $${dollars(price_cents).toFixed(2)} each`;
  if (to === 'accepted') return { subject: `Yes: ${title}`, text: `The seller said yes to ${what}. They are off sale and kept for you.` };
  return {
    subject: `Not this time: ${title}`,
    text: `Your request for ${what} was declined. Nothing was charged. See what else the night has: ${link}`,
  };
}

/**
 * The mail that tells a buyer of the answer, for the batch right behind the statement that moves the request: it is written where that
 * has moved one, so a repeat tells nothing. Null where there is no such request.
 */
export async function answeredMail(c: Context<AppEnv>, { id, to }: { id: string; to: 'accepted' | 'declined' }) {
  const [asked] = await c
    .get('db')
    .select({
      quantity: ticketRequests.quantity,
      price_cents: ticketRequests.offered_price_cents,
      name: profiles.display_name,
      event: named('event', { title: events.title, slug: events.slug }),
    })
    .from(ticketRequests)
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(profiles, eq(profiles.id, ticketRequests.buyer_id))
    .where(eq(ticketRequests.id, id));
  if (!asked) return null;
  const { event, name, ...what } = asked;
  const words = answerMail(to, { ...what, title: event.title, link: `${c.env.SITE_URL}/events/${event.slug}` });
  const reader = sql`select ${authUsers.email} as email from ${ticketRequests} join ${authUsers} on ${authUsers.id} = ${ticketRequests.buyer_id}
    where ${ticketRequests.id} = ${id} and changes() > 0`;
  return outboxInsertTo(c, { to: reader, ...(await renderMail({ ...words, name })) });
}
