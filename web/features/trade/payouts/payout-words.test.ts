import { expect, test } from 'vitest';
import { neededWords, payoutWords } from './payout-words.ts';
import type { Payout, Payouts } from './payouts.queries.ts';

const MONDAY = '2030-06-10T14:00:00.000Z';
const SALE: Payout = {
  request_id: 'request',
  status: 'due',
  stage: 'waiting',
  held_because: [],
  due_at: MONDAY,
  sent_at: null,
  pays_at: MONDAY,
  quantity: 1,
  receives: 40,
  paid: 0,
  recouped: 0,
  reversed: 0,
  event: { title: 'Disco Deficit', slug: 'disco', start_at: MONDAY },
};
const READY = {
  account: { state: 'ready', requirements: [], payout_failed_at: null },
  least_in_run: 20,
} as const satisfies Partial<Payouts>;
const words = (over: Partial<Payout>, state: Payouts['account']['state'] = 'ready') => {
  const { word, next } = payoutWords({ ...SALE, ...over }, { ...READY, account: { ...READY.account, state } });
  return [word, next];
};

test('the text for each stage of a payout says what happens next, with the day in New York', () => {
  expect(words({ stage: 'handover' })).toEqual([
    'Sold',
    'We hold the money until the buyer has the tickets. You get paid on Monday, June 10.',
  ]);
  expect(words({})).toEqual([
    'Waiting',
    'The tickets are handed over. You get paid on Monday, June 10, if at least $20.00 is ready then.',
  ]);
  expect(words({ stage: 'ready' })[1]).toBe(
    'You get paid on Monday, June 10, if at least $20.00 is ready then, or when you ask for it.',
  );
  expect(words({ stage: 'ready' }, 'restricted')[1]).toBe('Set up payouts to get paid.');
  expect(words({ stage: 'leaving', pays_at: null })).toEqual(['On its way', 'We are sending it.']);
  expect(words({ stage: 'sent', pays_at: null, sent_at: MONDAY, paid: 39, recouped: 1 })).toEqual([
    'Paid',
    'We sent $39.00 on Monday, June 10. We kept $1.00 for money that you owed us.',
  ]);
  expect(words({ stage: 'sent', pays_at: null, sent_at: MONDAY, recouped: 40 })[1]).toBe(
    'We kept $40.00 for money that you owed us.',
  );
  expect(words({ stage: 'sent', pays_at: null, sent_at: MONDAY, paid: 40, reversed: 10 })[1]).toBe(
    'We sent $40.00 on Monday, June 10. We took $10.00 back, because the buyer was refunded.',
  );
  expect(words({ stage: 'reversed', pays_at: null, reversed: 40 })[1]).toBe(
    'The buyer was refunded, so we took $40.00 back.',
  );
  expect(words({ stage: 'dropped', pays_at: null })[0]).toBe('Not paid');
});

test.each([
  ['dispute', /disputed the charge with their bank/],
  ['problem', /something is wrong with the tickets/],
  ['fraud_warning', /card may be stolen/],
  ['ban', /account is banned/],
  ['staff', /while we look at this sale/],
] as const)('the text of a payout that is frozen for the reason "%s" explains the reason', (reason, why) => {
  const [word, next] = words({ stage: 'frozen', held_because: [reason], pays_at: null });
  expect(word).toBe('Frozen');
  expect(next).toMatch(why);
});

test('the page lists the details that the provider still needs, each once and in plain words', () => {
  expect(
    neededWords([
      'identity.individual.given_name',
      'identity.individual.surname',
      'identity.individual.date_of_birth',
      'identity.individual.documents.primary_verification',
      'external_account',
      'a.code.of.tomorrow',
    ]),
  ).toEqual([
    'your legal name',
    'your date of birth',
    'a photo of an ID',
    'a bank account or debit card for the money',
    'something more about you',
  ]);
});
