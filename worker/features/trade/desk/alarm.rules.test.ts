import { expect, test } from 'vitest';
import { judgeMoney } from './alarm.rules.ts';

const NOW = new Date('2026-10-01T12:00:00Z');
const EQUAL = { at: NOW, difference_cents: 0, payout_interval: 'manual' };
const net = (provider: number, owed: Record<string, number> = {}) =>
  new Map([['provider', provider] as const, ...Object.entries(owed).map(([name, cents]) => [name, -cents] as const)]);
const OWED = { hold: 6000, payable: 3000, refund_due: 1000, income: 900 };

const judge = (over: Partial<Parameters<typeof judgeMoney>[0]> = {}) => {
  const fine = { net: net(10_900, OWED), newest: EQUAL, hasOldPayment: true, stranded_cents: 0, now: NOW };
  return Object.fromEntries(
    judgeMoney({ ...fine, ...over }).map(({ name, value, sentence }) => [name, sentence ?? value]),
  );
};

test('a balance that covers what we hold, owe and have to refund causes no alarm', () => {
  const fine = { Ledger: 'compared', Cover: '$109.00 for $100.00', 'Automatic payouts': 'off' };
  expect(judge()).toEqual(fine);
  expect(judge({ net: net(10_000, OWED) })).toEqual({ ...fine, Cover: '$100.00 for $100.00' });
});

test('a balance one cent below what we hold, owe and refund causes an alarm that names the missing sum', () => {
  expect(judge({ net: net(9999, OWED) })['Cover']).toBe(
    'The balance at the provider is $0.01 below what we hold for sales, owe to sellers and have to refund.',
  );
});

test('the alarm about missing cover uses the balance at the provider, not the balance in the ledger', () => {
  const short = { ...EQUAL, difference_cents: -1000 };
  expect(judge({ newest: short })['Cover']).toContain('$1.00 below');
  expect(judge({ newest: short })['Ledger']).toContain('The ledger holds $10.00 more');
});

test('an alarm begins if the provider makes payouts by itself', () => {
  expect(judge({ newest: { ...EQUAL, payout_interval: 'daily' } })['Automatic payouts']).toMatch(
    /by itself \(daily\).* Set its payouts to manual\./,
  );
  expect(judge({ newest: { ...EQUAL, payout_interval: null } })['Automatic payouts']).toBe('not known yet');
});

test('before the first payment there is no alarm', () => {
  expect(judge({ net: new Map(), newest: null, hasOldPayment: false })).toEqual({
    Ledger: 'no payments yet',
    Cover: '$0.00 for $0.00',
    'Automatic payouts': 'not known yet',
  });
});
