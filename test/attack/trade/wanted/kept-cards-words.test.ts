import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { launchForFile } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import {
  boughtBy,
  cardCall,
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
