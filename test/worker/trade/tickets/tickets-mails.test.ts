import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { afterUndo } from '../../../support/worker/trade/after-undo.ts';
import { askForTickets, newKey, post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { launch } from '../../../support/worker/launch.ts';
import { mailsTo, newestMail } from '../../../support/worker/talk/mailbox.ts';
import { eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { askFor } from '../../../support/worker/trade/deals/calls.ts';
import { fromNow } from '../../../support/worker/moments.ts';

beforeEach(() => launch('my-tickets', true));

const START = fromNow(7 * 86_400_000);

async function scene() {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event } = await eventWithTickets([{ quantity: 3, seller_id: seller.user.id }], {
    title: 'Disco Deficit',
    start_at: START,
  });
  const told = async ({ user }: typeof seller) => (await mailsTo(user.email!)).map(({ text }) => text);
  return { seller, buyer, event, told };
}

test('a ticket request sends the seller one mail, even if the HTTP request is repeated', async () => {
  const { seller, buyer, event, told } = await scene();
  const sent = { event_id: event.id, quantity: 2, key: newKey() };
  for (const _ of ['once', 'again']) {
    const { status, cost } = await askForTickets(buyer.headers, sent);
    // One trip for the guard, one for the event that the mail names, one for the request and the mail.
    expect([status, cost.round_trips]).toEqual([201, 3]);
  }
  const mails = await told(seller);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('A student wants to buy 2 tickets from you');
  expect(mails[0]).toContain(`${env.SITE_URL}/my-tickets`);
});

test('a ticket request sends no mail if it is refused, or while the my-tickets page is switched off', async () => {
  const { seller, buyer, event, told } = await scene();
  expect((await askFor(event, buyer, 4)).status).toBe(422);
  await launch('my-tickets', false);
  expect((await askFor(event, buyer)).status).toBe(201);
  expect(await told(seller)).toEqual([]);
});

test('repeated ticket requests of one buyer send the seller at most one mail an hour', async () => {
  const { seller, buyer, event, told } = await scene();
  for (const _ of [1, 2, 3]) {
    const { json } = await askFor(event, buyer);
    await post(`/api/ticket-requests/${json.id}/cancel`, buyer);
  }
  expect(await told(seller)).toHaveLength(1);
  const hourAgo = fromNow(-3_600_001);
  await db.update(ticketRequests).set({ created_at: hourAgo }).where(eq(ticketRequests.buyer_id, buyer.user.id));
  await askFor(event, buyer);
  expect(await told(seller)).toHaveLength(2);
  await askFor(event, await signedInAs('user'));
  expect(await told(seller)).toHaveLength(3);
});

test('a seller gets two mails if the same buyer requests tickets for two nights within an hour', async () => {
  const { seller, buyer, event, told } = await scene();
  const other = await eventWithTickets([{ quantity: 1, seller_id: seller.user.id }], { start_at: START });
  await askFor(event, buyer);
  await askFor(other.event, buyer);
  expect(await told(seller)).toHaveLength(2);
});

test('a request that sent the seller no mail does not suppress the mail about a later request', async () => {
  const { seller, buyer, event, told } = await scene();
  const ask = async () => {
    const { json } = await askFor(event, buyer);
    await post(`/api/ticket-requests/${json.id}/cancel`, buyer);
  };
  const passMinutes = (minutes: number) =>
    db
      .update(ticketRequests)
      .set({ created_at: sql`${ticketRequests.created_at} - ${minutes * 60_000}` })
      .where(eq(ticketRequests.buyer_id, buyer.user.id));
  await ask();
  await passMinutes(40);
  await ask();
  expect(await told(seller)).toHaveLength(1);
  await passMinutes(30);
  await ask();
  expect(await told(seller)).toHaveLength(2);
});

test.each([
  ['accept', 'said yes to 2 tickets for Disco Deficit at $25.00 each'],
  ['decline', 'request for 2 tickets for Disco Deficit at $25.00 each was declined. Nothing was charged.'],
])('the buyer receives one mail about the seller’s answer: %s', async (how, text) => {
  const { seller, buyer, event, told } = await scene();
  const { json } = await askFor(event, buyer, 2);
  const path = `/api/ticket-requests/${json.id}/${how}`;
  const { status, cost } = await post(path, seller);
  expect([status, cost.round_trips]).toEqual([200, 2]);
  expect((await post(path, seller)).status).toBe(200);
  expect(await told(buyer)).toEqual([]);
  await Promise.all([afterUndo(), afterUndo()]);
  const mails = await told(buyer);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('Hi A student,');
  expect(mails[0]).toContain(text);
});

test.each([
  ['request', 'Request for 2 tickets: Disco Deficit', 'my-tickets'],
  ['accept', 'Yes: Disco Deficit', 'my-tickets'],
  ['decline', 'Not this time: Disco Deficit', 'events/'],
] as const)('the mail after “%s” names the night, date and venue, and has one button', async (how, subject, path) => {
  const { seller, buyer, event } = await scene();
  const { json } = await askFor(event, buyer, 2);
  if (how !== 'request') await post(`/api/ticket-requests/${json.id}/${how}`, seller);
  await afterUndo();
  const mail = await newestMail((how === 'request' ? seller : buyer).user.email!);
  expect(mail.subject).toBe(subject);
  for (const form of [mail.text, mail.html])
    for (const fact of ['Disco Deficit', longDate(START.toISOString()), 'Room venue']) expect(form).toContain(fact);
  expect(mail.html.match(/href="[^"]*"/g)).toEqual([expect.stringContaining(`${env.SITE_URL}/${path}`)]);
  expect(mail.link).toContain(`${env.SITE_URL}/${path}`);
});

test('a refused acceptance sends no mail, and neither does a cancellation by the buyer', async () => {
  const { seller, buyer, event, told } = await scene();
  const { json } = await askFor(event, buyer);
  const stranger = await signedInAs('user');
  expect((await post(`/api/ticket-requests/${json.id}/accept`, stranger)).status).toBe(404);
  expect((await post('/api/ticket-requests/no-such-request/accept', stranger)).status).toBe(404);
  expect((await post(`/api/ticket-requests/${json.id}/cancel`, buyer)).status).toBe(200);
  expect((await post(`/api/ticket-requests/${json.id}/accept`, seller)).status).toBe(409);
  await afterUndo();
  expect(await told(buyer)).toEqual([]);
  expect(await told(seller)).toHaveLength(1);
});
