import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refunds } from '../../../../drizzle/tables/all-tables.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { openProvider, type Provider } from '../../../../worker/features/trade/provider/provider.ts';
import { ProviderError } from '../../../../worker/features/trade/provider/provider-error.ts';
import { settlePayments } from '../../../../worker/features/trade/payments/settle-payments.cron.ts';
import { db } from '../../../support/worker/db.ts';
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
import { paymentOf } from '../../../support/worker/trade/charged-sale.ts';
import { nowOf } from '../../../support/worker/trade/deals/deals.ts';
import { refusal } from '../../../support/worker/trade/deals/calls.ts';
import { requestsOfGroup } from '../../../support/worker/trade/deals/rows.ts';
import { refundsOf } from '../../../support/worker/trade/money-desk.ts';

/** A squad whose seller's yes is final. */
async function answeredSquad(places: number) {
  const deal = await squadDeal({ tickets: [8] });
  const squad = await authorizedSquad(deal, { places });
  await answerAs(deal, squad.id);
  deal.clock.ahead += MINUTE_MS / 2;
  return { deal, ...squad };
}

test('a squad’s tickets change hands only after all friends are charged', async () => {
  const { deal, id, all, token } = await answeredSquad(3);
  const [first, , last] = all;
  const card = await cardOf(id, first!);
  await settle(env, card.id, { now: nowOf(deal) });
  expect(moneyOf(deal).charged).toEqual([2750]);
  const received = () => post(`/api/ticket-requests/${card.id}/received`, first!);
  const delivered = () => post(`/api/ticket-requests/${card.id}/delivered`, deal.seller);
  for (const step of [received, delivered]) {
    expect(refusal(await step())).toEqual([409, 'payments.not_paid']);
  }
  deal.fake.act.lapse((await cardOf(id, last!)).intent_id!);
  await later(deal, MINUTE_MS);
  expect((await factsOfSquad(id)).payments).toEqual(['captured', 'voided', 'voided']);
  expect(await refundsOf(card.id)).toMatchObject([{ reason: 'group_broken', status: 'sent', amount_cents: 2750 }]);
  expect((await lookAt(token, first!)).squad).toMatchObject({ state: 'ended', why: 'card' });
});

test('if the last card of a squad of eight is refused, the seven charged friends get their money back', async () => {
  const { deal, id } = await answeredSquad(8);
  const requests = await requestsOfGroup(id);
  const last = await paymentOf(requests[7]!.id);
  let calls = 0;
  const real = openProvider(env);
  const provider = new Proxy(real, {
    get:
      (port, name: keyof Provider) =>
      (...given: never[]) => {
        calls += 1;
        const [about] = given as unknown[];
        return name === 'captureIntent' && about === last.intent_id
          ? Promise.reject(new ProviderError('The card was refused.', { status: 402, code: 'card_declined' }))
          : (port[name] as (...same: never[]) => unknown)(...given);
      },
  });
  const now = nowOf(deal);
  for (const { id: request } of requests.slice(0, 7)) await settle(env, request, { now, provider });
  expect(moneyOf(deal)).toEqual({ open: 1, charged: Array.from({ length: 7 }, () => 2750) });
  const before = calls;
  await settle(env, requests[7]!.id, { now, provider });
  await settlePayments(env, new Date(now.getTime() + MINUTE_MS), provider);
  expect(moneyOf(deal).open).toBe(0);
  const back = await db.select().from(refunds).where(eq(refunds.reason, 'group_broken'));
  const own = back.filter(({ request_id }) => requests.some((request) => request.id === request_id));
  expect(own).toMatchObject(Array.from({ length: 7 }, () => ({ status: 'sent', amount_cents: 2750 })));
  expect(before, 'calls to charge seven cards').toBeLessThanOrEqual(100);
  expect(calls - before, 'calls to give the money back').toBeLessThanOrEqual(60);
});
