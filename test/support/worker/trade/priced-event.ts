import { expect } from 'vitest';
import { eventRow, listingRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import { type Event, events, listings } from '../../../../drizzle/tables/all-tables.ts';
import { callCounted } from '../call.ts';
import { db } from '../db.ts';

export const HOUR = 3_600_000;
export const ROOM = venueRow({ id: 'room', slug: 'room', name: 'Salt Cellar' });

export interface Card {
  title: string;
  slug: string;
  ticket_price: number | null;
  from_price: number | null;
  total_price?: number | null;
  fee?: number | null;
}

/**
 * Prices are in cents. The title lists the face value in `over`, or "none", and then the ask prices: "none 2500 2600".
 * If `over` has no face value, the highest ask price becomes the face value.
 */
export async function night(asks: readonly number[], over: Partial<Event> = {}): Promise<Event> {
  const title = [over.ticket_price_cents ?? 'none', ...asks].join(' ');
  const face = asks.length > 0 ? Math.max(...asks) : null;
  const band = { ticket_price_cents: face, price_min_pct: -100 };
  const event = eventRow({ title, venue_id: ROOM.id, start_at: new Date(Date.now() + 48 * HOUR), ...band, ...over });
  await db.insert(events).values(event);
  for (const ask_price_cents of asks)
    await db
      .insert(listings)
      .values(listingRow({ event_id: event.id, seller_id: 'seller', ask_price_cents, quantity: 2 }));
  return event;
}

export let reads = 0;
/** Reads a path. Adds a URL parameter, so that the response does not come from the shared cache. */
export const read = async <T>(path: string) => {
  const { answer, cost } = await callCounted(`${path}${path.includes('?') ? '&' : '?'}fresh=${++reads}`);
  return { body: await answer.json<T>(), trips: cost.round_trips };
};

export async function cardsOf(...paths: string[]): Promise<Card[][]> {
  const answers = await Promise.all(paths.map((path) => read<{ events: Card[] }>(path)));
  expect(answers.map(({ trips }) => trips)).toEqual(paths.map(() => 1));
  return answers.map(({ body }) => body.events);
}
