import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { venueRow } from '../../../../drizzle/seed/rows.ts';
import { notifications, venues } from '../../../../drizzle/tables/all-tables.ts';
import { CHANGE_MAIL } from '../../../../worker/contract/nights/events/change-mail.ts';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { db } from '../../../support/worker/db.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { boughtBy, cardCall, cardsOf, listThrough, runCron } from '../../../support/worker/trade/kept-card.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { launchKeptCards, searchWithCard } from '../../../support/worker/trade/deals/deals.ts';
import { stop } from '../../../support/worker/trade/deals/wanted.ts';

launchKeptCards();

const HOUR = 3_600_000;

test('the mail about a refused card names the time until which the tickets are really held', async () => {
  const deal = await searchWithCard({ event: { start_at: fromNow(HOUR / 2) } }, 'refused_later');
  await listThrough(deal);
  await runCron();
  const { request } = (await boughtBy(deal))[0]!;
  const by = untilWhen(request.expires_at.toISOString(), new Date());
  expect(await mailsTo(deal.person.entry.email)).toMatchObject([
    { text: expect.stringContaining(`We hold them until ${by}, New York time.`) },
  ]);
});

test('the mail about held tickets does not blame the bank if the bank was never asked about the kept card', async () => {
  const deal = await searchWithCard();
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

test('a person who already has tickets for a night cannot give a card to buy more', async () => {
  const deal = await searchWithCard();
  await listThrough(deal);
  await runCron();
  const { request } = (await boughtBy(deal))[0]!;
  await post(`/api/ticket-requests/${request.id}/accept`, deal.seller);
  await settle(env, request.id, { now: fromNow(HOUR) });
  await runCron();
  expect((await cardCall(deal, deal.person)).json).toEqual({ state: 'off', is_possible: false });
  expect(await cardCall(deal, deal.person, 'PUT')).toMatchObject({ status: 409, code: 'wanted.ended' });
});

const move = (id: string, start_at: Date) => changeEvent(id, { start_at });

test('a person is told once that a new time or venue of the night has turned their card off', async () => {
  const moved = await searchWithCard();
  const elsewhere = await searchWithCard({ fake: moved.fake });
  const ended = await searchWithCard({ fake: moved.fake });
  for (const { event } of [moved, ended]) await move(event.id, fromNow(2 * HOUR));
  const far = venueRow({ city: 'Philadelphia', state: 'PA' });
  await db.insert(venues).values(far);
  await changeEvent(elsewhere.event.id, { venue_id: far.id });
  await stop(ended.person, ended.event.id);
  const told = fromNow(CHANGE_MAIL.longest_ms);
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
  const deal = await searchWithCard();
  await move(deal.event.id, fromNow(2 * HOUR));
  await runCron();
  await move(deal.event.id, deal.event.start_at);
  await runCron(fromNow(CHANGE_MAIL.longest_ms));
  expect((await cardCall(deal, deal.person)).json.state).toBe('on');
  expect(await mailsTo(deal.person.entry.email)).toEqual([]);
});
