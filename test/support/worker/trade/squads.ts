import { env } from 'cloudflare:workers';
import { asc, eq, inArray } from 'drizzle-orm';
import { listingRow } from '../../../../drizzle/seed/rows.ts';
import {
  type Event,
  type Listing,
  listings,
  payments,
  squadCards,
  squads,
  ticketRequests,
} from '../../../../drizzle/tables/all-tables.ts';
import { settleSquad } from '../../../../worker/features/trade/squads/settle-squad.ts';
import type { SquadView } from '../../../../worker/contract/trade/squads.ts';
import { signedInAs } from '../people/auth.ts';
import { callCounted } from '../call.ts';
import { db } from '../db.ts';
import { launch } from '../launch.ts';
import { post } from './ask-for-tickets.ts';
import { newDeal } from './paid-deal.ts';

export type Friend = Awaited<ReturnType<typeof signedInAs>>;
type Answered = SquadView & { error?: { code: string; message: string } };

/**
 * Creates an event, a captain who can plan a squad, and sellers who ask $25, $26, $27 and so on. `tickets` has the
 * stock of each seller.
 */
export async function squadDeal({
  tickets = [6],
  listing = {},
  event = {},
}: { tickets?: number[]; listing?: Partial<Listing>; event?: Partial<Event> } = {}) {
  const deal = await newDeal({ listing: { quantity: tickets[0]!, ...listing }, event });
  await launch('handover', true);
  await launch('squads', true);
  await db.update(squads).set({ settle_at: null });
  const others = await Promise.all(
    tickets.slice(1).map(async (quantity, at) => {
      const seller = await signedInAs('user');
      const row = listingRow({
        event_id: deal.event.id,
        seller_id: seller.user.id,
        quantity,
        ask_price_cents: 2600 + at * 100,
        ...listing,
      });
      await db.insert(listings).values(row);
      return { seller, listing: row };
    }),
  );
  const sellers = [{ seller: deal.seller, listing: deal.listing }, ...others];
  return { ...deal, captain: deal.buyer, sellers };
}
export type SquadDeal = Awaited<ReturnType<typeof squadDeal>>;

export async function call(path: string, { headers }: Pick<Friend, 'headers'>, body?: object, method = 'POST') {
  const { status, json, cost } = await post(`/api/my/squads${path}`, { headers, body, method });
  const squad = json as unknown as Answered;
  return { status, squad, cost, code: squad.error?.code };
}

export const plan = (deal: SquadDeal, body: object = {}, as: Friend = deal.captain) =>
  call('', as, { event_id: deal.event.id, places: 3, most_total: 30, ...body });

export const tokenOf = ({ link }: Pick<SquadView, 'link'>) => link!.split('#')[1]!;
export const join = (token: string, as: Friend) => call('/join', as, { token });
export const lookAt = (token: string, as: Friend) => call('/look', as, { token });

export const free = async (id: string, card: string, { headers }: Friend) =>
  (await callCounted(`/api/my/squads/${id}/cards/${card}`, { method: 'DELETE', headers })).answer.status;
export const callOffAs = async (id: string, { headers }: Friend) =>
  (await callCounted(`/api/my/squads/${id}`, { method: 'DELETE', headers })).answer.status;

export async function cardOf(squadId: string, { user }: Friend) {
  const rows = await db
    .select()
    .from(squadCards)
    .where(eq(squadCards.squad_id, squadId))
    .orderBy(asc(squadCards.created_at));
  return rows.findLast(({ user_id }) => user_id === user.id)!;
}

export async function payAs(deal: SquadDeal, id: string, friend: Friend, by?: { card: 'ok' | 'declined' }) {
  deal.fake.act.pay((await cardOf(id, friend)).session_id!, by);
  await settleSquad(env, id, { now: new Date(Date.now() + deal.clock.ahead) });
}

export async function joinedSquad(deal: SquadDeal, body: object = {}) {
  const { squad, status } = await plan(deal, body);
  if (status !== 201) throw new Error(JSON.stringify(squad));
  const token = tokenOf(squad);
  const friends = await Promise.all(Array.from({ length: squad.places - 1 }, () => signedInAs('user')));
  // One after the other, because a squad lists its friends in the order in which they joined.
  for (const friend of friends) await join(token, friend);
  return { id: squad.id, token, all: [deal.captain, ...friends] as Friend[] };
}

export async function authorizedSquad(deal: SquadDeal, body: object = {}) {
  const squad = await joinedSquad(deal, body);
  for (const friend of squad.all) await payAs(deal, squad.id, friend);
  return squad;
}

export async function answerAs(
  deal: SquadDeal,
  id: string,
  { to = 'accept', at = 0 }: { to?: 'accept' | 'decline'; at?: number } = {},
) {
  const { seller, listing } = deal.sellers[at]!;
  const [row] = await db
    .select()
    .from(ticketRequests)
    .where(eq(ticketRequests.group_id, id))
    .then((rows) => rows.filter(({ listing_id }) => listing_id === listing.id));
  return post(`/api/ticket-requests/${row!.id}/${to}`, { headers: seller.headers });
}

export async function factsOfSquad(id: string) {
  const [[squad], cards, requests] = await db.batch([
    db.select().from(squads).where(eq(squads.id, id)),
    db.select().from(squadCards).where(eq(squadCards.squad_id, id)).orderBy(asc(squadCards.created_at)),
    db.select().from(ticketRequests).where(eq(ticketRequests.group_id, id)).orderBy(asc(ticketRequests.group_seq)),
  ]);
  const paid = await db
    .select()
    .from(payments)
    .where(
      inArray(
        payments.request_id,
        requests.map((request) => request.id),
      ),
    );
  return {
    status: squad!.status,
    because: squad!.ended_because,
    cards: cards.map(({ status }) => status),
    requests: requests.map(({ status }) => status),
    payments: requests.map((request) => paid.find(({ request_id }) => request_id === request.id)!.status),
  };
}

/** Returns how many authorizations are open at the provider, and the amount of each charge in cents. */
export function moneyOf({ fake }: SquadDeal) {
  const { intents } = fake.state();
  const all = [...intents.values()];
  return {
    open: all.filter(({ status }) => status === 'requires_capture').length,
    charged: all.flatMap(({ amount_received }) => (amount_received > 0 ? [amount_received] : [])),
  };
}
