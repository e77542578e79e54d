import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { venueRow } from '../../../../drizzle/seed/rows.ts';
import { events, notifications, venues } from '../../../../drizzle/tables/all-tables.ts';
import { CHANGE_MAIL } from '../../../../worker/contract/nights/events/change-mail.ts';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { db } from '../../../support/worker/db.ts';
import { launchForFile } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import {
  boughtBy,
  cardCall,
  cardsOf,
  giveCard,
  KEPT_CARD_SWITCHES,
  listThrough,
  runCron,
  search,
} from '../../../support/worker/trade/kept-card.ts';

launchForFile(...KEPT_CARD_SWITCHES);

const HOUR = 3_600_000;
const later = (ms: number) => new Date(Date.now() + ms);

test('the mail about a refused card names the time until which the tickets are really held', async () => {
  const deal = await search({ event: { start_at: later(HOUR / 2) } });
  await giveCard(deal, 'refused_later');
  await listThrough(deal);
  await runCron();
  const [{ request }] = (await boughtBy(deal)) as [Awaited<ReturnType<typeof boughtBy>>[0]];
  const by = untilWhen(request.expires_at.toISOString(), new Date());
  expect(await mailsTo(deal.person.entry.email)).toMatchObject([
    { text: expect.stringContaining(`We hold them until ${by}, New York time.`) },
  ]);
});

test('a person does not hear that their bank refused a card that the bank was never asked about', async () => {
  const deal = await search();
  await giveCard(deal);
  for (const customer of deal.fake.state().customers.keys()) {
    const headers = { Authorization: `Bearer ${env.STRIPE_SECRET_KEY}` };
    await deal.fake.fetch(`${env.STRIPE_API_BASE}/v1/customers/${customer}`, { method: 'DELETE', headers });
  }
  await listThrough(deal);
  await runCron();
  expect(await boughtBy(deal)).toMatchObject([{ payment: { status: 'awaiting', session_id: expect.any(String) } }]);
  const [mail] = await mailsTo(deal.person.entry.email);
  expect(mail!.subject).toMatch(/^Held for you: 2 tickets for /);
  expect(mail!.text).not.toContain('bank');
  expect((await cardCall(deal, deal.person)).json.state).toBe('off');
});

test('a person who already has tickets is told at once that they cannot give a card for more', async () => {
  const deal = await search();
  await giveCard(deal);
  await listThrough(deal);
  await runCron();
  const [{ request }] = (await boughtBy(deal)) as [Awaited<ReturnType<typeof boughtBy>>[0]];
  await post(`/api/ticket-requests/${request.id}/accept`, { headers: deal.seller.headers, body: {} });
  await settle(env, request.id, { now: later(HOUR) });
  await runCron();
  expect((await cardCall(deal, deal.person)).json).toEqual({ state: 'off', is_possible: false });
  expect(await cardCall(deal, deal.person, 'PUT')).toMatchObject({ status: 409, code: 'wanted.ended' });
});

const move = (id: string, start_at: Date) => db.update(events).set({ start_at }).where(eq(events.id, id));

test('a person whose card is off because the night has another time or venue is told so once', async () => {
  const moved = await search();
  const elsewhere = await search({ fake: moved.fake });
  const ended = await search({ fake: moved.fake });
  for (const deal of [moved, elsewhere, ended]) await giveCard(deal);
  for (const { event } of [moved, ended]) await move(event.id, later(2 * HOUR));
  const far = venueRow({ city: 'Philadelphia', state: 'PA' });
  await db.insert(venues).values(far);
  await db.update(events).set({ venue_id: far.id }).where(eq(events.id, elsewhere.event.id));
  await post(`/api/my/events/${ended.event.id}/wanted`, { headers: ended.person.headers, method: 'DELETE' });
  const told = later(CHANGE_MAIL.longest_ms);
  await Promise.all([runCron(told), runCron(told)]);
  await runCron(told);
  const written = db.select({ user_id: notifications.user_id, path: notifications.path }).from(notifications);
  for (const { person, event, wanted_id } of [moved, elsewhere]) {
    expect(await mailsTo(person.entry.email)).toMatchObject([
      { subject: `Your card is off: ${event.title} was changed`, link: `${env.SITE_URL}/wanted/${wanted_id}` },
    ]);
    expect(await written.where(eq(notifications.user_id, person.user.id))).toMatchObject([
      { path: `/wanted/${wanted_id}` },
    ]);
    expect(await cardsOf({ person })).toEqual([]);
  }
  expect((await mailsTo(elsewhere.person.entry.email))[0]!.text).toContain(`at ${far.name}.`);
  expect(await mailsTo(ended.person.entry.email)).toEqual([]);
});

test('a card stays on if the night’s new time is undone before people are told about it', async () => {
  const deal = await search();
  await giveCard(deal);
  await move(deal.event.id, later(2 * HOUR));
  await runCron();
  await move(deal.event.id, deal.event.start_at);
  await runCron(later(CHANGE_MAIL.longest_ms));
  expect((await cardCall(deal, deal.person)).json.state).toBe('on');
  expect(await mailsTo(deal.person.entry.email)).toEqual([]);
});
