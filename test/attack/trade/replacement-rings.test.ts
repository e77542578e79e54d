import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { vouches } from '../../../drizzle/tables/all-tables.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { keepDevice } from '../../../worker/http/shared/people/shared-mark.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { shareMark } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { listOther, problemOf, replacementOf } from '../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { balanceOf, factsOf, HOUR_MS, later, look, newDeal, statusOf } from '../../support/worker/trade/paid-deal.ts';
import { difference, owedBy, silent } from '../../support/worker/trade/problem-calls.ts';
import type { SharedMarkKind } from '../../../drizzle/vocabulary.ts';
import { buy, replacedDeal } from '../../support/worker/trade/deals/deals.ts';
import { send } from '../../support/worker/trade/deals/calls.ts';
import { refund } from '../../support/worker/trade/money-desk.ts';

beforeEach(() => launch('handover', true));

test('a seller who does not send the tickets owes the extra cost of the replacement, and we bear none of that cost', async () => {
  const { deal, next } = await replacedDeal(3500);
  expect((await factsOf(next)).payment).toMatchObject({ added_cents: 1080 });
  expect(await owedBy(deal)).toBe(1080);
  expect(await balanceOf('cost:remedy')).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('once the replacement is refunded, a seller who has paid part of its extra cost owes nothing more', async () => {
  const before = await balanceOf('income:remedy');
  const { deal, next } = await replacedDeal(3500);
  const admin = await signedInAs('admin');
  const paid = { amount: 10, note: 'They have paid by bank.' };
  expect((await send(`/api/admin/sellers/${deal.seller.user.id}/write-off`, admin, paid)).status).toBe(201);
  expect(await owedBy(deal)).toBe(80);
  await refund(admin.headers, { request_id: next.id, amount: 27.5 });
  await look(next);
  expect(await owedBy(deal)).toBe(0);
  expect((await balanceOf('income:remedy')) - before).toBe(-1000);
  expect(await balanceOf(`hold:${next.id}`)).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test.each([
  [1, 23_704, 4000],
  [1, 23_705, null],
  [2, 23_704, 8000],
  [2, 23_705, null],
])(
  'a replacement costs at most $40 more per ticket than the buyer paid (quantity %i, ask price %i cents)',
  async (quantity, ask_price_cents, added_cents) => {
    const event = { ticket_price_cents: 40_000, price_min_pct: -100, price_max_pct: 100 };
    const deal = await newDeal({ event, listing: { handover_kind: 'transfer', ask_price_cents: 20_000 } });
    await buy(deal, { quantity });
    await listOther(deal, { ask_price_cents, quantity });
    await later(deal, 25 * HOUR_MS);
    const next = await replacementOf(deal);
    expect(next && (await factsOf(next)).payment.added_cents).toBe(added_cents);
    expect(await statusOf(deal)).toMatchObject({ handover: 'failed', payout: 'dropped' });
  },
);

const share =
  (kind: SharedMarkKind) =>
  (...people: string[]) =>
    shareMark(
      people.map((id) => ({ id })),
      kind,
    );

const TIES: [what: string, tie: (one: string, other: string) => Promise<unknown>][] = [
  ['a card', share('card')],
  ['a phone', share('phone')],
  ['a school inbox', share('inbox')],
  [
    'a browser',
    async (one, other) => {
      for (const user_id of [one, other])
        await runWrites(db, await keepDevice({ env, db }, { user_id, device: `of ${one}` }));
    },
  ],
  ['an invitation', (one, other) => db.insert(vouches).values({ voucher_id: one, vouchee_id: other, way: 'link' })],
];

test.each(TIES)(
  'staff decide on a replacement if any two of the buyer, the seller and the new seller are linked by %s',
  async (_what, tie) => {
    for (const pair of ['buyer and seller', 'buyer and other', 'seller and other'] as const) {
      const deal = await silent();
      const { seller: other } = await listOther(deal, { ask_price_cents: 3500 });
      const [one, two] = {
        'buyer and seller': [deal.buyer, deal.seller],
        'buyer and other': [other, deal.buyer],
        'seller and other': [deal.seller, other],
      }[pair];
      await tie(one!.user.id, two!.user.id);
      await later(deal, 25 * HOUR_MS);
      expect(await replacementOf(deal)).toBeNull();
      expect(await problemOf(deal)).toMatchObject({ kind: 'not_delivered', status: 'open', held_because: 'linked' });
      expect((await factsOf(deal)).payout).toMatchObject({ status: 'frozen' });
      expect(await owedBy(deal)).toBe(0);
      await later(deal, 72 * HOUR_MS);
      expect(await replacementOf(deal)).toBeNull();
      expect(await statusOf(deal)).toMatchObject({ handover: 'failed', payout: 'dropped', refunds: [['sent', 2750]] });
      expect(await difference(deal)).toBe(0);
    }
  },
);
