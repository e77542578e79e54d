import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refundRow } from '../../../drizzle/seed/payment-rows.ts';
import { venueRow } from '../../../drizzle/seed/rows.ts';
import {
  eventOrganizers,
  events,
  payments,
  profiles,
  refunds,
  ticketRequests,
  venues,
} from '../../../drizzle/tables/all-tables.ts';
import { findManagedEvent } from '../../../worker/features/nights/events/admin-events.db.ts';
import type { EditEvent } from '../../../worker/contract/nights/events/admin-events.ts';
import { cancelEvent } from '../../../worker/features/nights/events/cancel-event.db.ts';
import { editEvent } from '../../../worker/features/nights/events/save-event.db.ts';
import { brokenConstraint } from '../../../worker/http/database/constraint.ts';
import { ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import {
  DAY_MS,
  dealAt,
  type Deal,
  HOUR_MS,
  later,
  MINUTE_MS,
  statusOf,
} from '../../support/worker/trade/paid-deal.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';

type Person = Awaited<ReturnType<typeof signedInAs>>;

async function withSale(
  stage: 'awaiting' | 'authorized' | 'captured' = 'captured',
  over: Parameters<typeof dealAt>[1] = {},
) {
  const organizer = await signedInAs('organizer');
  const deal = await dealAt(stage, { ...over, event: { organizer_id: organizer.user.id, ...over.event } });
  return { organizer, deal };
}

const eventOf = async ({ event }: Pick<Deal, 'event'>) =>
  (await db.select().from(events).where(eq(events.id, event.id)))[0]!;

async function write(
  deal: Deal,
  as: Person,
  { to, path = '', method = 'PATCH' }: { to?: object; path?: string; method?: string },
) {
  const { updated_at } = await eventOf(deal);
  return ask(`/api/admin/events/${deal.event.id}${path}`, { method, headers: as.headers, json: { ...to, updated_at } });
}
const patch = (deal: Deal, as: Person, to: object) => write(deal, as, { to });
const cancel = (deal: Deal, as: Person) => write(deal, as, { path: '/cancel', method: 'POST' });
const restore = (deal: Deal, as: Person) => write(deal, as, { path: '/restore', method: 'POST' });

const addHelper = ({ event }: Deal, { user: { id } }: Person) =>
  db.insert(eventOrganizers).values({ event_id: event.id, user_id: id, added_by: id });

const actsNow = ({ user: { id } }: Person, role: 'organizer' | 'admin') => ({
  actor: { user_id: id, role, email: null, session_id: 's', lacks_staff_factor: false, aal: 'aal1' as const },
  stamp: { actor_id: id, actor_email: null, at: new Date(), request_id: 'late' },
});

const startIn = ({ event }: Deal, ms: number) => ({ start_at: new Date(event.start_at.getTime() + ms).toISOString() });
const atNoon = { event: { start_at: new Date(Math.ceil(Date.now() / DAY_MS + 3) * DAY_MS + 20 * HOUR_MS) } };
const atNoonForMuch = {
  event: { ...atNoon.event, ticket_price_cents: 30_000 },
  listing: { ask_price_cents: 30_000 },
};

test('organizers and co-organizers cannot move a night with sales much earlier, to another day or to another city', async () => {
  const { organizer, deal } = await withSale('authorized', atNoon);
  const helper = await signedInAs('organizer');
  await addHelper(deal, helper);
  const elsewhere = venueRow({ city: 'Boston' });
  await db.insert(venues).values(elsewhere);
  const before = await eventOf(deal);
  expect(before.has_sales).toBe(true);
  const edits = [
    { start_at: new Date(Date.now() - 15 * DAY_MS).toISOString() },
    startIn(deal, -2 * HOUR_MS),
    startIn(deal, DAY_MS),
    startIn(deal, -DAY_MS),
    { venue_id: elsewhere.id },
  ];
  for (const as of [organizer, helper]) {
    for (const to of edits) {
      const { status, body } = await patch(deal, as, to);
      expect([to, status, body.error.code]).toEqual([to, 409, 'event.guarded']);
      expect(body.error.message).toContain('This night has sold tickets');
    }
  }
  expect(await eventOf(deal)).toEqual(before);
  expect((await patch(deal, organizer, startIn(deal, -HOUR_MS / 2))).status).toBe(200);
  // The distance counts from the original start, so a second small move is too far.
  expect((await patch(deal, organizer, startIn(deal, -HOUR_MS * 1.25))).body.error.code).toBe('event.guarded');
  expect((await patch(deal, organizer, startIn(deal, HOUR_MS))).status).toBe(200);
});

test('an organizer can move a night to another day after the authorization of its only sale was voided', async () => {
  const { organizer, deal } = await withSale('authorized', atNoon);
  await db.update(ticketRequests).set({ status: 'declined' }).where(eq(ticketRequests.id, deal.id));
  await later(deal, MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ payment: 'voided' });
  expect((await eventOf(deal)).has_sales).toBe(false);
  expect((await patch(deal, organizer, startIn(deal, DAY_MS))).status).toBe(200);
});

test('an organizer can move a night to another day if its only payment failed before a card was authorized', async () => {
  const { organizer, deal } = await withSale('awaiting', atNoon);
  await db.update(payments).set({ status: 'failed' }).where(eq(payments.request_id, deal.id));
  expect((await eventOf(deal)).has_sales).toBe(false);
  expect((await patch(deal, organizer, startIn(deal, DAY_MS))).status).toBe(200);
});

test('an organizer cannot move the nights of a series together if one of them has sales', async () => {
  const { organizer, deal } = await withSale('captured', atNoon);
  await db.run(`insert into event_series (id, created_by, size, idempotency_key, idempotency_body, created_at)
    values ('series-of-sold', '${organizer.user.id}', 1, 'k', '{}', 0)`);
  await changeEvent(deal.event.id, { series_id: 'series-of-sold' });
  const moved = { to: startIn(deal, DAY_MS), path: '/following', method: 'POST' };
  const { status, body } = await write(deal, organizer, moved);
  expect([status, body.error.code]).toEqual([409, 'event.guarded']);
});

test('two admins must make the same edit to move a night if more than $200 of its money is not paid out', async () => {
  const [first, second] = [await signedInAs('admin'), await signedInAs('admin')];
  const { deal: small } = await withSale('captured', atNoon);
  expect((await patch(small, first, startIn(small, DAY_MS))).status).toBe(200);
  const { deal } = await withSale('captured', atNoonForMuch);
  const to = startIn(deal, DAY_MS);
  for (let times = 0; times < 2; times += 1) {
    expect((await patch(deal, first, to)).body.error.code).toBe('event.second_person');
  }
  expect((await patch(deal, second, startIn(deal, 2 * DAY_MS))).body.error.code).toBe('event.second_person');
  expect((await eventOf(deal)).start_at).toEqual(deal.event.start_at);
  expect((await patch(deal, first, startIn(deal, 2 * DAY_MS))).status).toBe(200);
  const log = await logOf(deal.event.id);
  expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['event.ask', first.user.id],
    ['event.ask', second.user.id],
    ['event.update', first.user.id],
  ]);
  expect(JSON.parse(log[2]!.after)).toMatchObject({ asked_by: second.user.id });
});

test('an admin’s edit of a night with sales is refused as stale if somebody has just saved the night', async () => {
  const admin = actsNow(await signedInAs('admin'), 'admin');
  const { deal } = await withSale('captured', atNoonForMuch);
  const event = await findManagedEvent(db, { id: deal.event.id });
  await changeEvent(event.id, { updated_at: new Date(event.updated_at.getTime() + MINUTE_MS) });
  const seen = event.updated_at;
  const edit = { updated_at: seen, start_at: new Date(event.start_at.getTime() + DAY_MS) } as EditEvent;
  await expect(editEvent(db, { event, edit, ...admin })).rejects.toMatchObject({ code: 'request.stale' });
  const cancelled = cancelEvent(db, { event, seen, to: { reason: 'Rain.' }, ...admin });
  await expect(cancelled).rejects.toMatchObject({ code: 'request.stale' });
});

test('an admin who organizes a night with sales cannot move it to another day', async () => {
  const admin = await signedInAs('admin');
  const deal = await dealAt('captured', { event: { ...atNoon.event, organizer_id: admin.user.id } });
  expect((await patch(deal, admin, startIn(deal, DAY_MS))).body.error.code).toBe('event.guarded');
});

test('an admin who buys, sells or co-organizes at a night cannot move it to another day', async () => {
  const helper = await signedInAs('admin');
  const deal = await dealAt('captured', atNoon);
  for (const { user } of [deal.buyer, deal.seller])
    await db.update(profiles).set({ role: 'admin' }).where(eq(profiles.id, user.id));
  await addHelper(deal, helper);
  for (const party of [deal.buyer, deal.seller, helper])
    expect((await patch(deal, party, startIn(deal, DAY_MS))).body.error.code).toBe('event.guarded');
  expect((await patch(deal, await signedInAs('admin'), startIn(deal, DAY_MS))).status).toBe(200);
});

test('an organizer can cancel a night before its start, and only admins can cancel it afterwards', async () => {
  const { organizer, deal } = await withSale('captured', atNoon);
  expect((await cancel(deal, organizer)).status).toBe(200);
  const { organizer: late, deal: begun } = await withSale('captured', {
    event: { start_at: new Date(Date.now() - HOUR_MS) },
  });
  expect((await cancel(begun, late)).body.error.code).toBe('event.guarded');
  expect((await eventOf(begun)).cancelled_at).toBeNull();
  expect((await cancel(begun, await signedInAs('admin'))).status).toBe(200);
});

test('an organizer cannot cancel a night after its original start, even if the start was moved later', async () => {
  const { organizer, deal } = await withSale('captured', { event: { start_at: new Date(Date.now() - MINUTE_MS) } });
  await changeEvent(deal.event.id, { start_at: new Date(Date.now() + HOUR_MS) });
  expect((await cancel(deal, organizer)).body.error.code).toBe('event.guarded');
});

test('a cancelled night cannot be brought back once refunds have begun', async () => {
  const { organizer, deal } = await withSale('captured', atNoon);
  await cancel(deal, organizer);
  expect((await restore(deal, organizer)).status).toBe(200);
  await cancel(deal, organizer);
  await later(deal, 3 * MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  expect((await restore(deal, organizer)).body.error.code).toBe('event.guarded');
  expect((await eventOf(deal)).cancelled_at).not.toBeNull();
});

test('a cancelled night stays cancelled if its first refund begins while the organizer brings it back', async () => {
  const { organizer, deal } = await withSale('captured', atNoon);
  await cancel(deal, organizer);
  const event = await findManagedEvent(db, { id: deal.event.id });
  await db.insert(refunds).values(refundRow({ request_id: deal.id, reason: 'event_cancelled' }));
  const restored = cancelEvent(db, { event, seen: event.updated_at, to: null, ...actsNow(organizer, 'organizer') });
  await expect(restored).rejects.toMatchObject({ code: 'request.stale' });
  expect((await eventOf(deal)).cancelled_at).not.toBeNull();
});

test('no price band reaches above twice the face value', async () => {
  const { organizer, deal } = await withSale('captured', atNoon);
  expect((await patch(deal, organizer, { price_max_pct: 1000 })).status).toBe(422);
  expect((await patch(deal, organizer, { price_max_pct: 101 })).status).toBe(422);
  for (const to of [{ price_max_pct: 100 }, { ticket_price: 500 }, { ticket_price: null }, { price_min_pct: -100 }]) {
    const { status, body } = await patch(deal, organizer, to);
    expect([to, status, Object.keys(body.error.fields)]).toEqual([to, 422, ['price_max_pct']]);
  }
  expect((await patch(deal, organizer, { price_max_pct: 30 })).status).toBe(200);
  const stored = changeEvent(deal.event.id, { price_max_pct: 101 });
  expect(await stored.catch(brokenConstraint)).toMatchObject({ name: 'events_band' });
});
