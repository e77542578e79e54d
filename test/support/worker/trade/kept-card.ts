import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { type Event, keptCards, payments, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import type { KeptCardView } from '../../../../worker/contract/trade/offers/wanted.ts';
import { forgetKeptCards } from '../../../../worker/features/trade/kept-cards/forget-kept-cards.cron.ts';
import { passOnOffers } from '../../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import type { Fake } from '../../../../worker/local/fake-provider/fake.ts';
import { seededRandom } from '../../../../worker/local/fake-provider/seeded-random.ts';
import { callCounted } from '../call.ts';
import { db } from '../db.ts';
import { waiting } from '../nights/waiting.ts';
import { reseller } from '../people/reseller.ts';
import { newKey, post } from './ask-for-tickets.ts';
import { eventWithTickets } from './event-with-tickets.ts';
import { fakeProvider } from './fake-provider.ts';

const MINUTE = 60_000;
export const KEPT_CARD_SWITCHES = ['payments', 'handover', 'push', 'squads', 'sell'] as const;

interface Person {
  headers: Record<string, string>;
}

type Answered = KeptCardView & { page_url: string | null; error?: { code: string } };

let seed = 0;

/**
 * Makes an event, and a person on its waitlist who searches for tickets. By default, the event starts in 50 minutes. In
 * the last hour before a start, offers do not pause at night, so a test can run at any time of day.
 */
export async function search({ fake: given, event: over = {} }: { fake?: Fake; event?: Partial<Event> } = {}) {
  // The provider's ids must be unique in the database, which still has those of earlier tests.
  const fake = given ?? fakeProvider({ random: seededRandom(++seed) });
  const { event } = await eventWithTickets([], { start_at: new Date(Date.now() + 50 * MINUTE), ...over });
  const person = await waiting(event.id, { places: 1 });
  const seller = await reseller();
  const wanted_id = await look(person, event.id);
  return { fake, event, person, seller, wanted_id };
}
export type Search = Awaited<ReturnType<typeof search>>;

/** Begins or changes a person's search for tickets. Returns the id that the link to the search contains. */
export async function look({ headers }: Person, event_id: string, over: object = {}): Promise<string> {
  const until = new Date(Date.now() + 45 * MINUTE).toISOString();
  const body = { places: 2, most_each: 30, until, ...over };
  return (await post(`/api/my/events/${event_id}/wanted`, { headers, method: 'PUT', body })).json.id;
}

export async function cardCall({ event }: Pick<Search, 'event'>, { headers }: Person, method = 'GET') {
  const { answer, cost } = await callCounted(`/api/my/events/${event.id}/wanted/card`, { method, headers });
  const json = await answer.json<Answered>();
  return { status: answer.status, json, code: json.error?.code ?? null, cost };
}

export const sessionOf = (pageUrl: string | null) => new URL(pageUrl!).pathname.split('/').at(-1)!;

export async function giveCard(deal: Search, card: 'ok' | 'refused_later' = 'ok') {
  const { json } = await cardCall(deal, deal.person, 'PUT');
  deal.fake.act.keepCard(sessionOf(json.page_url), { card });
  await deal.fake.pump();
}

export async function listThrough({ seller, wanted_id, event }: Search, body: object = {}) {
  const { json } = await post(`/api/wanted/${wanted_id}/listings`, {
    headers: { ...seller.headers, 'Idempotency-Key': newKey() },
    body: { kind: 'transfer', event_id: event.id, quantity: 2, ask_price: 25, ...body },
  });
  return json as typeof json & { refusal_until: string | null };
}

export async function runCron(at = new Date()): Promise<void> {
  await passOnOffers(env, at);
  await forgetKeptCards(env, at);
}

export const boughtBy = ({ person }: Pick<Search, 'person'>) =>
  db
    .select({ request: ticketRequests, payment: payments })
    .from(ticketRequests)
    .innerJoin(payments, eq(payments.request_id, ticketRequests.id))
    .where(eq(ticketRequests.buyer_id, person.user.id));

export const cardsOf = ({ person }: Pick<Search, 'person'>) =>
  db.select().from(keptCards).where(eq(keptCards.user_id, person.user.id));

export const customersOf = ({ fake }: Pick<Search, 'fake'>) =>
  [...fake.state().customers.values()].filter(({ deleted }) => !deleted);
