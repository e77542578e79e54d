import { env } from 'cloudflare:workers';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ticketRequests } from '../../../drizzle/tables/all-tables.ts';
import { UNDO_MS } from '../../../worker/contract/staff/undo.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { answerRequest, undoAnswer } from '../../../worker/features/trade/requests/move-request.db.ts';
import { requestTickets } from '../../../worker/features/trade/requests/request-tickets.db.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { tellPeople } from '../../../worker/tell-people.ts';
import { afterUndo } from '../../support/worker/trade/after-undo.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, newBuyer, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { addRequest, changeProfile, requestOf } from '../../support/worker/trade/deals/rows.ts';
import { askFor, refusedBy } from '../../support/worker/trade/deals/calls.ts';
import { fromNow } from '../../support/worker/moments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function heldBy(buyerId: string): Promise<number> {
  const pending = and(eq(ticketRequests.buyer_id, buyerId), eq(ticketRequests.status, 'pending'));
  const rows = await db.select().from(ticketRequests).where(pending);
  return rows.reduce((total, { quantity }) => total + quantity, 0);
}

const manyEvents = (count: number) =>
  Promise.all(Array.from({ length: count }, () => eventWithTickets([{ quantity: 6 }])));

test('an account that requests tickets of ten events at the same time holds at most six tickets', async () => {
  const { user, headers } = await signedInAs('user');
  const targets = await manyEvents(10);
  const answers = await Promise.all(targets.map(({ event }) => askFor(event, { headers }, 6)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ status, json }) => `${status} ${json.error.code}`))).toEqual(
    new Set(['409 tickets.too_many_held']),
  );
  expect(refused[0]!.json.error.message).toBe(
    'You can hold at most 6 tickets at once. Your open requests hold 6 tickets. Wait for an answer, or cancel one of them.',
  );
  expect(await heldBy(user.id)).toBe(6);
});

test('only six of an account’s twelve simultaneous ticket requests hold a ticket', async () => {
  const { user, headers } = await signedInAs('user');
  const targets = await manyEvents(12);
  const answers = await Promise.all(targets.map(({ event }) => askFor(event, { headers })));
  const granted = answers.filter(({ status }) => status === 201);
  expect([granted.length, await heldBy(user.id)]).toEqual([6, 6]);
  const stock = await Promise.all(targets.map(({ listed }) => stockOf(listed[0]!)));
  expect(stock.reduce((total, { held }) => total + held, 0)).toBe(6);
  const another = targets.find((_, at) => answers[at]!.status !== 201)!;
  expect((await post(`/api/ticket-requests/${granted[0]!.json.id}/cancel`, { headers })).status).toBe(200);
  const two = await askFor(another.event, { headers }, 2);
  expect([two.status, two.json.error.message]).toEqual([
    409,
    'You can hold at most 6 tickets at once. Your open requests hold 5 tickets. Ask for at most 1 ticket.',
  ]);
  expect((await askFor(another.event, { headers })).status).toBe(201);
  expect(await heldBy(user.id)).toBe(6);
});

test('a request for seven tickets is refused, and another buyer can still request six', async () => {
  const { headers } = await signedInAs('user');
  const { event, listed } = await eventWithTickets([{ quantity: 20 }]);
  const { status, json } = await askFor(event, { headers }, 7);
  expect([status, json.error.code, json.error.message]).toEqual([
    409,
    'tickets.too_many_held',
    'You can hold at most 6 tickets at once. Ask for at most 6 tickets.',
  ]);
  expect(await stockOf(listed[0]!)).toMatchObject({ quantity: 20, held: 0 });
  expect((await askFor(event, await signedInAs('user'), 6)).status).toBe(201);
});

test('only one of an account’s twenty simultaneous ticket requests for one event is stored', async () => {
  const { user, headers } = await signedInAs('user');
  const { event, listed } = await eventWithTickets([{ quantity: 6 }, { quantity: 6, ask_price_cents: 2600 }]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => askFor(event, { headers })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.find(({ status }) => status !== 201)!;
  expect([refused.status, refused.json.error.code, refused.json.error.message]).toEqual([
    409,
    'tickets.request_pending',
    'You already have a request for this night. Wait for its answer, or cancel it before you ask again.',
  ]);
  expect([await heldBy(user.id), await stockOf(listed[0]!)]).toEqual([1, { quantity: 5, held: 1, status: 'active' }]);
});

test('the database itself allows a buyer only one pending request for an event', async () => {
  const [one, buyer] = [await eventWithTickets([{ quantity: 6 }]), await newBuyer()];
  const write = (idempotency_key: string) =>
    addRequest(one.listed[0]!, { buyer_id: buyer.id, idempotency_key, expires_at: fromNow(HOUR) });
  await write('first');
  await expect(write('second')).rejects.toMatchObject(refusedBy('UNIQUE'));
  expect(await stockOf(one.listed[0]!)).toMatchObject({ quantity: 5, held: 1 });
});

test('an account without a verified school holds tickets for six hours at most, and a verified student for a day', async () => {
  const [fresh, student] = [await signedInAs('user'), await signedInAs('user')];
  await changeProfile(fresh.user.id, { is_student_verified: false });
  const { event } = await eventWithTickets([{ quantity: 4 }]);
  const hours = async (headers: Record<string, string>) => {
    const { json } = await askFor(event, { headers });
    const row = await requestOf(json.id);
    return (row.expires_at.getTime() - row.created_at.getTime()) / HOUR;
  };
  expect([await hours(fresh.headers), await hours(student.headers)]).toEqual([6, 24]);
});

test('tickets of an expired request no longer count toward the limit of held tickets, even if the cron job has not run', async () => {
  const buyer = await newBuyer();
  const [one, two] = await manyEvents(2);
  const ask = async ({ event }: typeof one & object, now: Date, key: string) =>
    (await requestTickets(db, { input: { buyer_id: buyer.id, event_id: event.id, quantity: 6, key }, now })).granted;
  const now = new Date();
  expect(await ask(one!, now, 'key-one')).toMatchObject({ status: 'pending' });
  expect(await ask(two!, now, 'key-two')).toMatchObject({ code: 'tickets.too_many_held' });
  expect(await ask(two!, new Date(now.getTime() + 24 * HOUR), 'key-two')).toMatchObject({ status: 'pending' });
});

test.each(['banned', 'deleted'])('a buyer %s in the ten seconds after an acceptance gets no ticket', async (how) => {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ quantity: 2, seller_id: seller.user.id }]);
  const { json } = await askFor(event, buyer, 2);
  expect((await post(`/api/ticket-requests/${json.id}/accept`, seller)).json.status).toBe('accepted');
  const [{ id }, now] = [buyer.user, new Date()];
  const ban = accounts.banAccount(db, { id, until: new Date(now.getTime() + HOUR), now });
  const removal = accounts.removeAccount(db, { id, keep: { email: null }, now });
  await runWrites(db, [how === 'banned' ? ban : removal]);
  await afterUndo();
  expect(await requestOf(json.id)).toMatchObject({ status: 'cancelled', answer: null, asked_until: null });
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 2, held: 0, status: 'active' });
});

test('a seller who keeps changing the answer extends a ticket request by at most ten seconds', async () => {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ quantity: 2, seller_id: seller.user.id }]);
  const { json } = await askFor(event, buyer, 2);
  const expiry = new Date(json.expires_at).getTime();
  const answerAt = async (now: number, to: 'accepted' | 'declined') => {
    const { request } = await answerRequest(db, { id: json.id, actor_id: seller.user.id, now: new Date(now), to });
    return request.expires_at.getTime();
  };
  expect(await answerAt(expiry - MINUTE, 'accepted')).toBe(expiry - MINUTE + UNDO_MS);
  expect(await answerAt(expiry - MINUTE + 5000, 'declined')).toBe(expiry - MINUTE + 5000 + UNDO_MS);
  await undoAnswer(db, { id: json.id, actor_id: seller.user.id, now: new Date(expiry - MINUTE + 6000) });
  const end = expiry - 1000 + UNDO_MS;
  expect(await answerAt(expiry - 1000, 'accepted')).toBe(end);
  expect(await answerAt(expiry + 4000, 'declined')).toBe(end);
  expect(await answerAt(expiry + 8000, 'accepted')).toBe(end);
  await expect(answerAt(end, 'declined')).rejects.toMatchObject({ code: 'tickets.request_ended' });
  await tellPeople(env, new Date(end));
  expect((await requestOf(json.id)).status).toBe('accepted');
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 0, held: 0, status: 'sold' });
});
