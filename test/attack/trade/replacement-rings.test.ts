import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { vouches } from '../../../drizzle/tables/all-tables.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { keepDevice } from '../../../worker/http/shared/people/shared-mark.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { shareMark } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { listOther, problemOf, replacementOf } from '../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import {
  askAs,
  balanceOf,
  type Deal,
  factsOf,
  HOUR_MS,
  later,
  look,
  MINUTE_MS,
  newDeal,
  pay,
  statusOf,
  step,
} from '../../support/worker/trade/paid-deal.ts';
import { difference, owedBy, silent } from '../../support/worker/trade/problem-calls.ts';

beforeEach(() => launch('handover', true));

test('a silent seller owes the extra cost of a replacement, and it costs us nothing', async () => {
  const deal = await silent();
  await listOther(deal, { ask_price_cents: 3500 });
  await later(deal, 25 * HOUR_MS);
  expect((await factsOf((await replacementOf(deal))!)).payment).toMatchObject({ added_cents: 1080 });
  expect(await owedBy(deal)).toBe(1080);
  expect(await balanceOf('cost:remedy')).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('if the replacement is refunded after the seller paid part of the debt, the rest ends and nobody is paid twice', async () => {
  const before = await balanceOf('income:remedy');
  const deal = await silent();
  await listOther(deal, { ask_price_cents: 3500 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  const admin = await signedInAs('admin');
  const wrote = await ask(`/api/admin/sellers/${deal.seller.user.id}/write-off`, {
    headers: { ...admin.headers, 'Idempotency-Key': crypto.randomUUID() },
    json: { amount: 10, note: 'They have paid by bank.' },
  });
  expect(wrote.status).toBe(201);
  expect(await owedBy(deal)).toBe(80);
  await ask(`/api/admin/refunds`, {
    headers: { ...admin.headers, 'Idempotency-Key': crypto.randomUUID() },
    json: { request_id: next.id, amount: 27.5, note: 'The buyer is right.' },
  });
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
  'a replacement may cost us at most $40 more per ticket, whatever the face value: %i at %i cents',
  async (quantity, ask_price_cents, added_cents) => {
    const event = { ticket_price_cents: 40_000, price_min_pct: -100, price_max_pct: 100 };
    const deal = await newDeal({ event, listing: { handover_kind: 'transfer', ask_price_cents: 20_000 } });
    await askAs(deal, { quantity });
    await pay(deal);
    await step(deal, 'seller', 'accept');
    await later(deal, 11_000);
    await listOther(deal, { ask_price_cents, quantity });
    await later(deal, 25 * HOUR_MS);
    const next = await replacementOf(deal);
    expect(next && (await factsOf(next)).payment.added_cents).toBe(added_cents);
    expect(await statusOf(deal)).toMatchObject({ handover: 'failed', payout: 'dropped' });
  },
);

/** Returns the mails to buyer and seller about a problem that staff decide. */
async function toldOf(deal: Deal) {
  const mails = await Promise.all([deal.buyer, deal.seller].map(({ user }) => mailsTo(user.email!)));
  return mails.map(
    (all) => all.find(({ subject }) => subject === `Our team is looking into it: ${deal.event.title}`)?.text,
  );
}

test.each([
  ['linked', 'two of the accounts share a card, a device, an inbox, a phone or an invitation'],
  ['new_seller', "their seller hasn't sold to anybody here yet"],
] as const)(
  'buyer and seller get mails that say why staff decide about a replacement and what happens without a decision: %s',
  async (held_because, reason) => {
    const deal = await silent();
    const { seller: other } = await listOther(deal, {}, { isNew: held_because === 'new_seller' });
    if (held_because === 'linked') await shareMark([deal.buyer.user, other.user], 'phone');
    for (const ms of [25 * HOUR_MS, MINUTE_MS]) await later(deal, ms);
    expect(await problemOf(deal)).toMatchObject({ held_because });
    const [toBuyer, toSeller] = await toldOf(deal);
    for (const text of [toBuyer, toSeller]) {
      expect(text).toContain(`Other tickets are available, but ${reason}, so our team checks first.`);
      expect(text).toMatch(/We'll decide by .+ and write to you\. We hold the money until then\./);
    }
    expect(toBuyer).toContain("If we don't, you get your money back.");
    expect(toSeller).toContain("If we don't, the buyer gets the money back.");
  },
);

/** What two of the three people can have in common. */
const TIES: [what: string, tie: (one: string, other: string) => Promise<unknown>][] = [
  [
    'a card',
    (...people) =>
      shareMark(
        people.map((id) => ({ id })),
        'card',
      ),
  ],
  [
    'a phone',
    (...people) =>
      shareMark(
        people.map((id) => ({ id })),
        'phone',
      ),
  ],
  [
    'a school inbox',
    (...people) =>
      shareMark(
        people.map((id) => ({ id })),
        'inbox',
      ),
  ],
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
  'if two of buyer, silent seller and other seller share %s, staff decide; without a decision the buyer gets a refund',
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
