import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { faceValueAsks } from '../../../../drizzle/tables/all-tables.ts';
import { ask } from '../../../support/worker/admin.ts';
import { afterUndo } from '../../../support/worker/trade/after-undo.ts';
import { listPlainTickets, newKey, post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { launch, launchForFile } from '../../../support/worker/launch.ts';
import { eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { reseller } from '../../../support/worker/people/reseller.ts';
import { askFor, listFor, refusal } from '../../../support/worker/trade/deals/calls.ts';
import { changeEvent, eventOf } from '../../../support/worker/nights/event-row.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { requestOf } from '../../../support/worker/trade/deals/rows.ts';
import { listingsOf } from '../../../support/worker/trade/list-files.ts';

launchForFile('sell');

test('an approved reseller can list tickets', async () => {
  const { user, headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const { status, json, cost } = await listPlainTickets(headers, { event_id: event.id, quantity: 2, ask_price: 37.5 });
  expect(status).toBe(201);
  const listed = { event_id: event.id, seller_id: user.id, quantity: 2, held: 0, ask_price: 37.5, status: 'active' };
  expect(json).toMatchObject(listed);
  expect(cost.round_trips, 'one for the guard and the switch, one for the listing').toBe(2);
  expect(json).not.toHaveProperty('idempotency_key');
  expect(await listingsOf(event.id)).toMatchObject([{ id: json.id, ask_price_cents: 3750, status: 'active' }]);
  expect((await eventOf(event.id)).listing_count).toBe(1);
  const bought = await askFor(event, await signedInAs('user'), 2);
  expect(bought.json).toMatchObject({ listing_id: json.id, offered_price: 37.5 });
});

test.each(['pending', 'needs_info', 'rejected', 'suspended'] as const)(
  'an applicant in status %s cannot list tickets',
  async (status) => {
    const { headers } = await reseller(status);
    const { event } = await eventWithTickets([]);
    expect(refusal(await listFor(event, { headers }))).toEqual([403, 'tickets.not_reseller']);
    expect(await listingsOf(event.id)).toEqual([]);
  },
);

test('a person who never applied or is signed out cannot list tickets', async () => {
  const { headers } = await signedInAs('user');
  const { event } = await eventWithTickets([]);
  const body = { event_id: event.id, quantity: 1, ask_price: 25 };
  expect((await listPlainTickets(headers, body)).status).toBe(403);
  expect((await listPlainTickets({}, body)).status).toBe(401);
  expect(await listingsOf(event.id)).toEqual([]);
});

test('a listing outside the price band, or for a past, cancelled or unknown event, is refused with the reason', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const past = await eventWithTickets([], { start_at: fromNow(-86_400_000) });
  const cancelled = await eventWithTickets([], { cancelled_at: new Date(), cancel_reason: 'The roof leaks.' });
  const list = async (event_id: string, ask_price: unknown) => {
    const { status, json } = await listPlainTickets(headers, { event_id, quantity: 1, ask_price });
    return [status, json.error.code, json.error.fields?.['ask_price']];
  };
  const band = 'Ask between $22.50 and $37.50, the price band of this night.';
  expect(await list(event.id, 37.51)).toEqual([422, 'tickets.outside_band', band]);
  expect(await list(event.id, 22.49)).toEqual([422, 'tickets.outside_band', band]);
  expect(await list(event.id, 25.005)).toEqual([422, 'request.invalid', 'Ask for an amount in dollars and cents.']);
  expect(await list(past.event.id, 25)).toEqual([409, 'tickets.event_over', undefined]);
  expect(await list(cancelled.event.id, 25)).toEqual([409, 'event.cancelled', undefined]);
  expect(await list('no-such-night', 25)).toEqual([404, 'event.not_found', undefined]);
  for (const one of [event, past.event, cancelled.event]) expect(await listingsOf(one.id)).toEqual([]);
});

test('a seller can change a listing’s price inside the band, and earlier requests keep their price', async () => {
  const { user, headers } = await reseller();
  // No other night has this price, so the test proves that the band of this night is used.
  const [face, asked, beyond] = [612, 640.25, 990];
  const ask_price_cents = face * 100;
  const { event, listed } = await eventWithTickets([{ quantity: 3, seller_id: user.id, ask_price_cents }], {
    ticket_price_cents: ask_price_cents,
  });
  const path = `/api/listings/${listed[0]!.id}`;
  const bought = await askFor(event, await signedInAs('user'));
  const { status, json } = await post(path, { headers, method: 'PATCH', body: { ask_price: asked } });
  expect([status, json.ask_price, json.quantity, json.held]).toEqual([200, asked, 2, 1]);
  const outside = await post(path, { headers, method: 'PATCH', body: { ask_price: beyond } });
  expect(refusal(outside)).toEqual([422, 'tickets.outside_band']);
  expect((await listingsOf(event.id))[0]!.ask_price_cents).toBe(asked * 100);
  const request = await requestOf(bought.json.id);
  expect(request.offered_price_cents).toBe(ask_price_cents);
});

test('an account that is not an approved reseller cannot change a listing’s price but can still withdraw it', async () => {
  const { user, headers } = await signedInAs('user');
  const { event, listed } = await eventWithTickets([{ seller_id: user.id }]);
  const path = `/api/listings/${listed[0]!.id}`;
  const priced = await post(path, { headers, method: 'PATCH', body: { ask_price: 30 } });
  expect(refusal(priced)).toEqual([403, 'tickets.not_reseller']);
  expect((await listingsOf(event.id))[0]!.ask_price_cents).toBe(2500);
  expect((await post(`${path}/withdraw`, { headers })).json.status).toBe('withdrawn');
});

test('if a seller withdraws a listing, its pending ticket requests are declined', async () => {
  const { user, headers } = await signedInAs('user');
  const { event, listed } = await eventWithTickets([{ quantity: 2, seller_id: user.id }]);
  const bought = await askFor(event, await signedInAs('user'), 2);
  expect(await stockOf(listed[0]!)).toMatchObject({ status: 'reserved' });
  for (const _ of ['once', 'again']) {
    const { status, json } = await post(`/api/listings/${listed[0]!.id}/withdraw`, { headers });
    expect([status, json.status, json.quantity, json.held]).toEqual([200, 'withdrawn', 2, 0]);
  }
  const request = await requestOf(bought.json.id);
  expect(request.status).toBe('declined');
  const gone = await askFor(event, await signedInAs('user'));
  expect(gone.json.error.code).toBe('tickets.none_available');
});

test('a sold listing cannot be repriced or withdrawn', async () => {
  const { user, headers } = await signedInAs('user');
  const { listed } = await eventWithTickets([{ quantity: 0, seller_id: user.id, status: 'sold' }]);
  const path = `/api/listings/${listed[0]!.id}`;
  const priced = await post(path, { headers, method: 'PATCH', body: { ask_price: 25 } });
  const withdrawn = await post(`${path}/withdraw`, { headers });
  expect([priced, withdrawn].map(({ status, json }) => [status, json.error.code])).toEqual([
    [409, 'tickets.listing_ended'],
    [409, 'tickets.listing_ended'],
  ]);
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 0, held: 0, status: 'sold' });
});

test('even an admin cannot reprice or withdraw another person’s listing', async () => {
  const { headers } = await signedInAs('admin');
  const { listed } = await eventWithTickets([{ quantity: 2 }]);
  const path = `/api/listings/${listed[0]!.id}`;
  const priced = await post(path, { headers, method: 'PATCH', body: { ask_price: 30 } });
  const withdrawn = await post(`${path}/withdraw`, { headers });
  expect([priced.status, withdrawn.status]).toEqual([404, 404]);
  expect((await post(`${path}/withdraw`, { headers: {} })).status).toBe(401);
  expect(await stockOf(listed[0]!)).toMatchObject({ quantity: 2, status: 'active' });
  const { answer } = await callCounted('/api/my/listings', { headers });
  const nothing = { listings: [], application: null, lacks_badge: false, has_settled: true, lists_again_at: null };
  expect(await answer.json()).toEqual(nothing);
});

test('a seller who cannot list because a night has no face value gets a mail once staff have set it', async () => {
  const { user, headers } = await reseller();
  const { event } = await eventWithTickets([], { title: 'Disco Deficit', ticket_price_cents: null });
  const admin = await signedInAs('admin');
  const missing = async () => (await ask('/api/admin/summary', admin)).body['face_values_missing'];
  const before = await missing();
  for (const _ of ['once', 'again']) {
    const refused = await listFor(event, { headers });
    expect(refusal(refused)).toEqual([409, 'tickets.no_face_value']);
    expect(refused.json.error.message).toContain("We've asked staff and will write to you once it's set.");
  }
  await listFor(event, await signedInAs('user'));
  expect(await listingsOf(event.id)).toEqual([]);
  expect(await db.$count(faceValueAsks, eq(faceValueAsks.event_id, event.id))).toBe(1);
  expect(await missing()).toBe(Number(before) + 1);
  const { body } = await ask('/api/admin/events?status=unpriced', admin);
  expect(body.events.map(({ id }) => id)).toContain(event.id);
  await afterUndo();
  expect(await mailsTo(user.email!)).toEqual([]);
  await changeEvent(event.id, { ticket_price_cents: 4000 });
  await Promise.all([afterUndo(), afterUndo()]);
  await afterUndo();
  expect(await mailsTo(user.email!)).toMatchObject([
    { subject: 'Face value set: Disco Deficit', text: expect.stringContaining('for $36.00 to $60.00 each') },
  ]);
  expect(await missing()).toBe(before);
  expect((await listFor(event, { headers }, 45)).status).toBe(201);
});

test('tickets of a night whose face value was removed can be neither repriced nor sold', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const listed = await listFor(event, { headers }, 30);
  await changeEvent(event.id, { ticket_price_cents: null });
  const changed = await post(`/api/listings/${listed.json.id}`, { headers, method: 'PATCH', body: { ask_price: 50 } });
  expect(refusal(changed)).toEqual([409, 'tickets.no_face_value']);
  expect((await listingsOf(event.id)).map(({ ask_price_cents }) => ask_price_cents)).toEqual([3000]);
  expect(refusal(await askFor(event, await signedInAs('user')))).toEqual([409, 'tickets.none_available']);
});

test('instant sale can be turned on only while payments are on, and can be turned off at any time', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const sent = { event_id: event.id, quantity: 1, ask_price: 25, is_instant: true, key: newKey() };
  const refused = await listPlainTickets(headers, sent);
  expect(refusal(refused)).toEqual([403, 'launch.off']);
  expect(refused.json.error.fields?.['is_instant']).toContain('Turn off “Sold at once”');
  expect(await listingsOf(event.id)).toEqual([]);
  await launch('payments', true);
  const { json } = await listPlainTickets(headers, sent);
  expect(json.is_instant).toBe(true);
  const change = async (body: object, as = headers) =>
    post(`/api/listings/${json.id}`, { headers: as, method: 'PATCH', body });
  expect((await change({ is_instant: false })).json).toMatchObject({ is_instant: false, ask_price: 25 });
  expect((await change({ is_instant: true, ask_price: 26 })).json).toMatchObject({ is_instant: true, ask_price: 26 });
  expect((await change({ ask_price: 25 })).json).toMatchObject({ is_instant: true, ask_price: 25 });
  expect([(await change({ is_instant: false, ask_price: 900 })).status, (await change({})).status]).toEqual([422, 422]);
  expect((await change({ is_instant: false }, (await reseller()).headers)).status).toBe(404);
  expect(await listingsOf(event.id)).toMatchObject([{ is_instant: true, ask_price_cents: 2500 }]);
  await launch('payments', false);
  expect((await change({ is_instant: true })).json.error.code).toBe('launch.off');
  expect((await change({ is_instant: false })).json.is_instant).toBe(false);
  expect(await listPlainTickets(headers, sent)).toMatchObject({ status: 201, json: { id: json.id } });
});

test('if a seller does not send `is_instant`, the stored request body does not contain it', async () => {
  const { event } = await eventWithTickets([]);
  await listFor(event, await reseller());
  const idempotency_body = JSON.stringify({ event_id: event.id, quantity: 1, ask_price_cents: 2500 });
  expect(await listingsOf(event.id)).toMatchObject([{ idempotency_body, is_instant: false }]);
});
