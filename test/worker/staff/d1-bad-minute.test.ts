import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { venueRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import {
  eventMessages,
  eventSeries,
  listings,
  outbox,
  ticketRequests,
  venues,
  waitlist,
} from '../../../drizzle/tables/all-tables.ts';
import { d1Error, type Disturb, faultyD1, losing } from '../../support/worker/faulty-d1.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { call } from '../../support/worker/people/auth-client.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { eventWithTickets, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { refundsOf } from '../../support/worker/trade/money-desk.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { newDeal } from '../../support/worker/trade/paid-deal.ts';
import { aForm } from '../../support/worker/nights/waitlist-form.ts';

type Body = Record<string, unknown> & { error?: { code: string; message: string } };

const UNDISTURBED: Disturb = (run) => run();

async function send(path: string, { disturb = UNDISTURBED, json, ...init }: RequestInit & Sent = {}) {
  const headers = new Headers(init.headers);
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  const sent = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
  const bindings = { ...env, DB: faultyD1(env.DB, disturb) };
  const answer = await call(`http://vouch.test${path}`, { ...sent, ...init, headers }, bindings);
  return { status: answer.status, again: answer.headers.get('Retry-After'), body: await answer.json<Body>() };
}

interface Sent {
  disturb?: Disturb;
  json?: unknown;
}

const overloaded: Disturb = () => Promise.reject(d1Error('D1 DB is overloaded. Too many requests queued.'));

/** Sends a request that the database answers, so that the database does not count as away in the next test. */
afterEach(async () => {
  vi.useRealTimers();
  for (const feature of ['handover', 'my-tickets', 'payments'] as const) await launch(feature, false);
  await send('/api/launch');
});

interface Keyed {
  path: string;
  headers: Record<string, string>;
  json: object;
  table: typeof ticketRequests | typeof listings | typeof eventSeries | typeof eventMessages;
}

const KEYED: Record<string, () => Promise<Keyed>> = {
  'a request for tickets': async () => {
    const { event } = await eventWithTickets([{ quantity: 4 }]);
    const { headers } = await signedInAs('user');
    return { path: '/api/ticket-requests', headers, json: { event_id: event.id, quantity: 2 }, table: ticketRequests };
  },
  'a group': async () => {
    const { event, buyer } = await newDeal();
    await launch('handover', true);
    const json = { event_id: event.id, places: 3 };
    return { path: '/api/groups', headers: buyer.headers, json, table: ticketRequests };
  },
  'a listing': async () => {
    await launch('sell', true);
    const [event, { headers }] = [await anEvent(), await reseller()];
    const json = { event_id: event.id, quantity: 2, ask_price: 25 };
    return { path: '/api/listings', headers, json, table: listings };
  },
  'a series': async () => {
    const [{ headers }, venue] = [await signedInAs('organizer'), venueRow()];
    await db.insert(venues).values(venue);
    const event = { title: 'Fridays', venue_id: venue.id, start_at: '2031-10-24T22:00', end_at: '2031-10-25T03:00' };
    const json = { event, every: 'weekly', until: '2031-11-14' };
    return { path: '/api/admin/event-series', headers, json, table: eventSeries };
  },
  'a message to a waitlist': async () => {
    const { headers, user } = await signedInAs('organizer');
    const event = await anEvent({ organizer_id: user.id });
    await db.insert(waitlist).values(waitlistRow({ event_id: event.id, status: 'pending' }));
    const json = { audience: 'all', body: 'Doors open at ten.' };
    return { path: `/api/admin/events/${event.id}/messages`, headers, json, table: eventMessages };
  },
};

test.each(Object.entries(KEYED))(
  '%s is stored once, and the sender gets its id, even if the database’s answer to the write is lost',
  async (_name, make) => {
    const { path, headers, json, table } = await make();
    const key = crypto.randomUUID();
    const { disturb, lost } = losing({ text: key });
    const sent = { headers: { ...headers, 'Idempotency-Key': key }, json };
    const first = await send(path, { ...sent, disturb });
    const again = await send(path, sent);
    expect(lost()).toBe(1);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.body['id']).toBe(again.body['id']);
    expect(await db.$count(table, eq(table.idempotency_key, key))).toBe(1);
  },
);

test('a seller gets only one mail about a ticket request, even if the database’s answer to the insert is lost', async () => {
  await launch('my-tickets', true);
  const [seller, { headers }] = [await signedInAs('user'), await signedInAs('user')];
  const { event } = await eventWithTickets([{ quantity: 4, seller_id: seller.user.id }]);
  const key = crypto.randomUUID();
  const sent = { headers: { ...headers, 'Idempotency-Key': key }, json: { event_id: event.id, quantity: 2 } };
  expect((await send('/api/ticket-requests', { ...sent, disturb: losing({ text: key }).disturb })).status).toBe(201);
  expect(await db.$count(outbox, eq(outbox.recipient, seller.user.email!))).toBe(1);
});

test('if the answer to a write that must not run twice is lost, the sender is told to check what was saved', async () => {
  const { headers, user } = await reseller();
  const { listed } = await eventWithTickets([{ seller_id: user.id }]);
  const { id } = listed[0]!;
  const { disturb, lost } = losing({ text: id });
  const { status, again, body } = await send(`/api/listings/${id}/withdraw`, { method: 'POST', headers, disturb });
  expect([status, again, lost()]).toEqual([503, '5', 1]);
  expect(body.error).toEqual({
    code: 'server.unconfirmed',
    message:
      'Our database stopped answering, so we cannot tell whether this was saved. Wait a few seconds, then check before you try again.',
    request_id: expect.any(String) as string,
  });
  expect(meantErrors().join()).toContain('Network connection lost');
  expect(await stockOf(listed[0]!)).toMatchObject({ status: 'withdrawn' });
});

test('a refund is stored once, even if the database’s answer is lost and staff send the refund again', async () => {
  fakeProvider().faults.serverError = 1;
  const { headers } = await signedInAs('admin');
  const { request } = await requestWithPayment();
  const json = { request_id: request.id, amount: 5, note: 'The bar was shut.' };
  const sent = { headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() }, json };
  const first = await send('/api/admin/refunds', { ...sent, disturb: losing({ text: json.note }).disturb });
  expect([first.status, first.body.error?.message]).toEqual([
    503,
    'Our database stopped answering, so we cannot tell whether this was saved. Wait a few seconds, then try again: nothing happens twice.',
  ]);
  expect(meantErrors().join()).toContain('Network connection lost');
  expect((await send('/api/admin/refunds', sent)).status).toBe(201);
  expect(await refundsOf(request.id)).toHaveLength(1);
});

test('the Worker repeats the write of a waitlist entry if the database’s answer is lost', async () => {
  const event = await anEvent();
  const json = aForm({ event_id: event.id, email: 'lost-answer@bu.test' });
  const { disturb, lost } = losing({ text: json.email });
  expect((await send('/api/waitlist', { json, disturb })).status).toBe(201);
  expect(lost()).toBe(1);
  expect(await db.select().from(waitlist).where(eq(waitlist.event_id, event.id))).toHaveLength(1);
});

test('if the database is overloaded, the sender is told that nothing was changed', async () => {
  const { headers, user } = await reseller();
  const { listed } = await eventWithTickets([{ seller_id: user.id }]);
  const path = `/api/listings/${listed[0]!.id}/withdraw`;
  const { status, again, body } = await send(path, { method: 'POST', headers, disturb: overloaded });
  expect([status, again, body.error]).toEqual([
    503,
    '5',
    {
      code: 'server.unavailable',
      message: 'Our database is not answering. Nothing was changed. Wait a few seconds, then try again.',
      request_id: expect.any(String) as string,
    },
  ]);
  expect(meantErrors().join()).toContain('Too many requests queued');
  expect(await stockOf(listed[0]!)).toMatchObject({ status: 'active' });
});

test('the auth service reports an overloaded database in its own format', async () => {
  const json = { email: 'away@bu.test', password: 'long-enough-for-anybody' };
  const { status, again, body } = await send('/auth/v1/token?grant_type=password', { json, disturb: overloaded });
  expect([status, again, body['error_code'], body['msg']]).toEqual([
    503,
    '5',
    'request_timeout',
    'Our database is not answering. Nothing was changed. Wait a few seconds, then try again.',
  ]);
  expect(meantErrors().join()).toContain('Too many requests queued');
});

async function sendIntoSilence(path: string, sent: RequestInit & Sent = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
  const began = Date.now();
  const asked = send(path, { ...sent, disturb: () => new Promise<never>(() => undefined) }).then((answer) => {
    const ms = Date.now() - began;
    return { ...answer, ms };
  });
  for (let waited = 0; waited < 12_000; waited += 100) await vi.advanceTimersByTimeAsync(100);
  const answer = await asked;
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  return answer;
}

test('a visitor waits at most three seconds for a database that does not answer', async () => {
  const { slug } = await anEvent();
  const { status, again, ms } = await sendIntoSilence(`/api/events/${slug}`);
  expect([status, again, ms]).toEqual([503, '5', 3000]);
  expect(meantErrors().join()).toContain('No answer in time');
});
