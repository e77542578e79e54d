import { env } from 'cloudflare:workers';
import { desc, eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { disputes, ledgerTransfers, reconciliations } from '../../../../drizzle/tables/all-tables.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { ProviderError } from '../../../../worker/features/trade/provider/provider-error.ts';
import { openProvider } from '../../../../worker/features/trade/provider/provider.ts';
import { reconcile } from '../../../../worker/features/trade/reconcile/reconcile.cron.ts';
import type { Fake } from '../../../../worker/local/fake-provider/fake.ts';
import { acceptFinally, authorizedSale, chargedSale, paymentOf } from '../../../support/worker/trade/charged-sale.ts';
import { db } from '../../../support/worker/db.ts';
import { meantErrors } from '../../../support/worker/no-surprise.ts';
import { balanceOf } from '../../../support/worker/trade/paid-deal.ts';
import { newProvider } from '../../../support/worker/trade/payouts.ts';
import { addRefund, bookCents } from '../../../support/worker/trade/deals/rows.ts';

const MINUTE_MS = 60_000;
/** The current time for the provider, `settle` and `reconcile`. */
let clock = Date.now();
const now = () => new Date(clock);

/** The tests of this file share one provider, because they share one ledger. */
let kept: string | undefined;
function providerOfAll(): Fake {
  const fake = newProvider({ now: () => clock, ...(kept === undefined ? {} : { state: kept }) });
  onTestFinished(() => {
    kept = fake.snapshot();
  });
  return fake;
}

/** Compares ledger and provider `minutes` later. Returns the stored row, or undefined if nothing was stored. */
async function compareLater(minutes = 61, provider = openProvider(env)) {
  clock += minutes * MINUTE_MS;
  await reconcile(env, now(), provider);
  const [row] = await db.select().from(reconciliations).orderBy(desc(reconciliations.at)).limit(1);
  return row?.at.getTime() === clock ? row : undefined;
}

const noAnswer = () => Promise.reject(new ProviderError('No answer.', { status: 0, code: 'no_answer' }));

/** Books what the ledger lacks, so that a test begins without a difference. */
async function level(fake: Fake) {
  await lend(fake.state().balance - (await balanceOf('provider')));
}

async function lend(cents: number) {
  if (cents === 0) return;
  const [debit, credit] = cents > 0 ? ['provider', 'bank'] : ['bank', 'provider'];
  await bookCents(debit, credit, Math.abs(cents), now());
}

test('without payments, nothing is compared', async () => {
  await reconcile(env, now());
  expect(await db.select().from(reconciliations)).toEqual([]);
});

test('ledger and provider are compared once an hour, even if two cron jobs run at the same time', async () => {
  const fake = providerOfAll();
  await chargedSale(fake, { now: now() });
  await Promise.all([reconcile(env, now()), reconcile(env, now())]);
  const rows = await db.select().from(reconciliations);
  expect(rows).toMatchObject([{ difference_cents: 0, provider_cents: fake.state().balance, unmatched: [] }]);
  expect(await compareLater(59)).toBeUndefined();
  expect(await compareLater(2)).toMatchObject({ difference_cents: 0 });
});

test('a difference of one cent is logged as an error, and the next comparison comes after ten minutes', async () => {
  const fake = providerOfAll();
  await level(fake);
  await lend(1);
  expect(await compareLater()).toMatchObject({ difference_cents: -1 });
  expect(meantErrors()).toEqual([expect.stringContaining('the ledger and the provider differ')]);
  await lend(-1);
  expect(await compareLater(9)).toBeUndefined();
  expect(await compareLater(2)).toMatchObject({ difference_cents: 0 });
});

test('a top-up and a withdrawal by the platform are booked, and no difference is left', async () => {
  const fake = providerOfAll();
  await level(fake);
  fake.act.topUp(9000);
  fake.act.payoutToBank(500);
  expect(await compareLater()).toMatchObject({ difference_cents: 0, unmatched: [] });
  const booked = await db.select().from(ledgerTransfers).where(eq(ledgerTransfers.debit, 'bank'));
  expect(booked.filter(({ cause }) => cause.startsWith('withdrawal:'))).toMatchObject([
    { credit: 'provider', amount_cents: 500 },
  ]);
  expect(await compareLater()).toMatchObject({ difference_cents: 0 });
});

test('each comparison stores how often the provider pays out by itself, or null if the provider does not say', async () => {
  const fake = providerOfAll();
  await level(fake);
  expect(await compareLater()).toMatchObject({ payout_interval: 'manual' });
  fake.act.setPayouts('daily');
  expect(await compareLater()).toMatchObject({ payout_interval: 'daily' });
  fake.act.setPayouts('manual');
  const forbidden = new ProviderError('No permission.', { status: 403, code: 'forbidden' });
  const refused = { ...openProvider(env), findBalanceSettings: () => Promise.reject(forbidden) };
  expect(await compareLater(61, refused)).toMatchObject({ payout_interval: null, difference_cents: 0 });
});

test('a dispute whose webhook events were lost is found by the money that the provider withdrew for it', async () => {
  const fake = providerOfAll();
  const { id, intent } = await chargedSale(fake, { now: now() });
  await level(fake);
  const dispute = fake.act.dispute(intent);
  expect(await compareLater()).toMatchObject({ difference_cents: 0, unmatched: [] });
  expect(await db.select().from(disputes).where(eq(disputes.request_id, id))).toMatchObject([
    { provider_id: dispute.id, status: 'open' },
  ]);
  fake.act.closeDispute(dispute.id, 'won');
  expect(await compareLater()).toMatchObject({ difference_cents: 0, unmatched: [] });
});

test('a refund that somebody made directly at the provider is reported', async () => {
  const fake = providerOfAll();
  const { intent } = await chargedSale(fake, { now: now() });
  await level(fake);
  const made = await openProvider(env).createRefund({ payment_intent: intent, amount: 300 }, 'made-by-hand');
  const row = await compareLater();
  expect(row).toMatchObject({ difference_cents: -300 });
  expect(meantErrors()).toHaveLength(1);
  const refund = { id: expect.stringMatching(/^txn_/), source: made.id, type: 'refund', net_cents: -300 };
  expect(row!.unmatched).toContainEqual(refund);
});

test('a charge missing from the ledger counts as a difference only if it is still missing an hour later', async () => {
  const fake = providerOfAll();
  const { id, intent } = await authorizedSale(fake, { now: now() });
  await level(fake);
  await acceptFinally(id, now());
  clock += 61 * MINUTE_MS;
  const provider = openProvider(env);
  await provider.captureIntent(intent, { amount_to_capture: 2750 });
  // The process that charged the card has not booked the charge yet, and no other process can read it.
  const blind = { ...provider, findIntent: noAnswer };
  vi.spyOn(console, 'warn').mockReturnValue();
  const underway = await compareLater(0, blind);
  expect(underway).toMatchObject({ difference_cents: 0 });
  expect(underway!.unmatched.filter(({ type }) => type === 'charge')).toEqual([]);
  const { difference_cents, ledger_cents } = (await compareLater(61, blind))!;
  expect(difference_cents).toBe((await provider.findBalance()).available[0]!.amount - ledger_cents);
  expect(difference_cents).toBeGreaterThan(0);
  expect(meantErrors()).toHaveLength(1);
  expect(await compareLater(11)).toMatchObject({ difference_cents: 0 });
  expect(await paymentOf(id)).toMatchObject({ status: 'captured' });
});

test('no alarm is raised while cards are charged and refunded at the same time', async () => {
  const fake = providerOfAll();
  await level(fake);
  clock += 61 * MINUTE_MS;
  const before = clock;
  const sales = Array.from({ length: 4 }, async () => {
    const { id } = await chargedSale(fake, { now: now() });
    await addRefund({ request_id: id, amount_cents: 500 });
    await settle(env, id, { now: now() });
  });
  const comparisons = Array.from({ length: 6 }, async (_, minute) =>
    reconcile(env, new Date(before + minute * MINUTE_MS)),
  );
  await Promise.all([...sales, ...comparisons]);
  const rows = await db.select().from(reconciliations);
  const during = rows.filter(({ at }) => at.getTime() >= before);
  expect([...new Set(during.map(({ difference_cents }) => difference_cents))]).toEqual([0]);
  expect(await compareLater(65)).toMatchObject({ difference_cents: 0 });
});

test('only an authorization that belongs to no payment is canceled', async () => {
  const fake = providerOfAll();
  vi.spyOn(console, 'warn').mockReturnValue();
  const { session, intent } = await authorizedSale(fake, { now: now() });
  const stray = fake.act.strayAuthorization(session);
  await compareLater();
  expect(fake.state().intents.get(stray.id)).toMatchObject({ status: 'canceled' });
  expect(fake.state().intents.get(intent)).toMatchObject({ status: 'requires_capture' });
});

test('no comparison is stored while the provider does not answer', async () => {
  providerOfAll();
  vi.spyOn(console, 'warn').mockReturnValue();
  const provider = { ...openProvider(env), findBalance: noAnswer };
  expect(await compareLater(61, provider)).toBeUndefined();
});
