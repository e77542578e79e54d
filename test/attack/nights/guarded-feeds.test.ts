import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { refundRow } from '../../../drizzle/seed/payment-rows.ts';
import { type Event, refunds, venues } from '../../../drizzle/tables/all-tables.ts';
import { IngestEvent } from '../../../worker/contract/nights/ingest.ts';
import { findKnown } from '../../../worker/features/nights/ingest/find-known.db.ts';
import { writePlan } from '../../../worker/features/nights/ingest/ingest.db.ts';
import { planIngest } from '../../../worker/features/nights/ingest/ingest.rules.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { sendFeed } from '../../support/worker/nights/feed.ts';
import {
  DAY_MS,
  dealAt,
  type Deal,
  HOUR_MS,
  later,
  MINUTE_MS,
  statusOf,
} from '../../support/worker/trade/paid-deal.ts';
import { changeEvent, eventOf } from '../../support/worker/nights/event-row.ts';

const SOLD = 'This night has sold tickets';

async function feedItem(event: Event, over: object) {
  const [venue] = await db.select().from(venues).where(eq(venues.id, event.venue_id));
  return {
    event_name: event.title,
    venue_name: venue!.name,
    venue_address: `1 Main St, ${venue!.city}, NY`,
    start_at: event.start_at.toISOString(),
    external_id: event.external_id,
    source: event.source,
    ...over,
  };
}
const resend = async (event: Event, over: object) => (await sendFeed({ body: await feedItem(event, over) })).body;

const OF_FEED = { source: 'feed', title: 'Feed Night' };
const aNoon = () => new Date(Math.ceil(Date.now() / DAY_MS + 3) * DAY_MS + 20 * HOUR_MS);
const startIn = ({ start_at }: Event, ms: number) => ({ start_at: new Date(start_at.getTime() + ms).toISOString() });
const sold = (over: Partial<Event> = {}): Promise<Deal> =>
  dealAt('captured', { event: { start_at: aNoon(), ...OF_FEED, ...over } });

test('a feed cannot move a night with sales to another day or city, or more than an hour earlier', async () => {
  const { event } = await sold();
  const before = await eventOf(event.id);
  const edits = [-20 * DAY_MS, -2 * HOUR_MS, DAY_MS].map((ms) => startIn(event, ms));
  for (const edit of [...edits, { venue_address: '1 Main St, Boston, MA' }]) {
    expect(JSON.stringify(await resend(event, edit))).toContain(SOLD);
  }
  expect(await eventOf(event.id)).toEqual(before);
  expect(await resend(event, { description: 'Doors at ten.' })).toMatchObject({ action: 'updated' });
});

test('a feed can cancel a night with sales only before its start', async () => {
  const { event } = await sold();
  expect(await resend(event, { cancelled: true })).toMatchObject({ action: 'updated' });
  expect((await eventOf(event.id)).cancelled_at).not.toBeNull();
  const { event: begun } = await sold({ start_at: new Date(Date.now() - HOUR_MS) });
  expect((await resend(begun, { cancelled: true })).error).toContain('you can’t cancel it here anymore');
  expect((await eventOf(begun.id)).cancelled_at).toBeNull();
});

test('a feed can bring a cancelled night back only until refunds begin', async () => {
  const deal = await sold();
  await resend(deal.event, { cancelled: true });
  expect(await resend(deal.event, { cancelled: false })).toMatchObject({ action: 'updated' });
  expect((await eventOf(deal.event.id)).cancelled_at).toBeNull();
  await resend(deal.event, { cancelled: true });
  await later(deal, 3 * MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ refunds: [['sent', 2750]] });
  expect((await resend(deal.event, { cancelled: false })).error).toContain('already being refunded');
  expect((await eventOf(deal.event.id)).cancelled_at).not.toBeNull();
});

test('a feed cannot bring back a cancelled night if a refund begins while the feed is being processed', async () => {
  const deal = await sold();
  await resend(deal.event, { cancelled: true });
  const items = [{ at: 0, event: v.parse(IngestEvent, await feedItem(deal.event, { cancelled: false })) }];
  const [now, owner] = [new Date(), { source: null, reserved: [], organizer_id: null }];
  const plan = planIngest({ items, known: await findKnown(db, items), owner, now });
  expect(plan).toMatchObject({ guarded: [], events: [{ id: deal.event.id }] });
  await db.insert(refunds).values(refundRow({ request_id: deal.id, reason: 'event_cancelled' }));
  expect(await writePlan(db, { plan, now })).toEqual(new Map());
  expect((await eventOf(deal.event.id)).cancelled_at).not.toBeNull();
});

test('a feed cannot add, raise or remove the face value of a night with listings', async () => {
  const { event } = await eventWithTickets([{ quantity: 2 }], OF_FEED);
  const faceAfter = async (price_min: number | null) => {
    expect(await resend(event, { price_min })).toMatchObject({ action: 'updated' });
    return (await eventOf(event.id)).ticket_price_cents;
  };
  expect(await faceAfter(null)).toBe(2500);
  expect(await faceAfter(500)).toBe(2500);
  expect(await faceAfter(20)).toBe(2000);
  await changeEvent(event.id, { ticket_price_cents: null });
  expect(await faceAfter(500)).toBeNull();
});
