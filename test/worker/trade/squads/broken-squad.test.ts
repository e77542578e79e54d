import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { payments, refunds, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { openProvider, type Provider } from '../../../../worker/features/trade/provider/provider.ts';
import { ProviderError } from '../../../../worker/features/trade/provider/provider-error.ts';
import { settlePayments } from '../../../../worker/features/trade/payments/settle-payments.cron.ts';
import { db } from '../../../support/worker/db.ts';
import { launch } from '../../../support/worker/launch.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { later, MINUTE_MS } from '../../../support/worker/trade/paid-deal.ts';
import {
  answerAs,
  authorizedSquad,
  cardOf,
  factsOfSquad,
  lookAt,
  moneyOf,
  squadDeal,
} from '../../../support/worker/trade/squads.ts';

afterEach(async () => {
  for (const feature of ['squads', 'handover', 'payments'] as const) await launch(feature, false);
});

/** A squad whose seller's yes is final. */
async function answeredSquad(places: number) {
  const deal = await squadDeal({ tickets: [8] });
  const squad = await authorizedSquad(deal, { places });
  await answerAs(deal, squad.id);
  deal.clock.ahead += MINUTE_MS / 2;
  return { deal, ...squad };
}

test('tickets change hands only once every friend is charged, so a friend whose squad breaks gets all money back', async () => {
  const { deal, id, all, token } = await answeredSquad(3);
  const [first, , last] = all;
  const now = () => new Date(Date.now() + deal.clock.ahead);
  const card = await cardOf(id, first!);
  await settle(env, card.id, { now: now() });
  expect(moneyOf(deal).charged).toEqual([2750]);
  const received = () => post(`/api/ticket-requests/${card.id}/received`, { headers: first!.headers });
  const delivered = () => post(`/api/ticket-requests/${card.id}/delivered`, { headers: deal.seller.headers });
  for (const step of [received, delivered]) {
    const { status, json } = await step();
    expect([status, json.error.code]).toEqual([409, 'payments.not_paid']);
  }
  deal.fake.act.lapse((await cardOf(id, last!)).intent_id!);
  await later(deal, MINUTE_MS);
  expect((await factsOfSquad(id)).payments).toEqual(['captured', 'voided', 'voided']);
  const back = await db.select().from(refunds).where(eq(refunds.request_id, card.id));
  expect(back).toMatchObject([{ reason: 'group_broken', status: 'sent', amount_cents: 2750 }]);
  expect((await lookAt(token, first!)).squad).toMatchObject({ state: 'ended', why: 'card' });
});

const refused = () =>
  Promise.reject(new ProviderError('The card was refused.', { status: 402, code: 'card_declined' }));

test('if the eighth friend’s card is refused after seven were charged, one run refunds all seven', async () => {
  const { deal, id } = await answeredSquad(8);
  const requests = await db
    .select()
    .from(ticketRequests)
    .where(eq(ticketRequests.group_id, id))
    .orderBy(ticketRequests.group_seq);
  const [last] = await db.select().from(payments).where(eq(payments.request_id, requests[7]!.id));
  let calls = 0;
  const real = openProvider(env);
  const provider = new Proxy(real, {
    get:
      (port, name: keyof Provider) =>
      (...given: never[]) => {
        calls += 1;
        const [about] = given as unknown[];
        return name === 'captureIntent' && about === last!.intent_id
          ? refused()
          : (port[name] as (...same: never[]) => unknown)(...given);
      },
  });
  const now = new Date(Date.now() + deal.clock.ahead);
  for (const { id: request } of requests.slice(0, 7)) await settle(env, request, { now, provider });
  expect(moneyOf(deal)).toEqual({ open: 1, charged: Array.from({ length: 7 }, () => 2750) });
  const before = calls;
  await settle(env, requests[7]!.id, { now, provider });
  await settlePayments(env, new Date(now.getTime() + MINUTE_MS), provider);
  expect(moneyOf(deal).open).toBe(0);
  const back = await db.select().from(refunds).where(eq(refunds.reason, 'group_broken'));
  const own = back.filter(({ request_id }) => requests.some((request) => request.id === request_id));
  expect(own.map(({ status, amount_cents }) => [status, amount_cents])).toEqual(
    Array.from({ length: 7 }, () => ['sent', 2750]),
  );
  expect(
    { charging: before <= 100, giving_back: calls - before <= 60 },
    `${before} and ${calls - before} calls`,
  ).toEqual({
    charging: true,
    giving_back: true,
  });
});
