import { expect, test } from 'vitest';
import { SELLER } from '../../../../test/support/web/sold-cases.ts';
import { NOW, requestOf } from '../../../../test/support/web/paid-requests.ts';
import { paymentStatus } from './payment-words.ts';
import { stepsOf } from '../problems/handover-steps.tsx';

test.each(SELLER)(
  'a seller reads what happened to the sale and what comes next: %s',
  (_what, given, word, next, steps) => {
    const request = requestOf('seller', given);
    expect([paymentStatus(request, NOW), stepsOf(request, NOW).join(' ')]).toEqual([
      { word, tone: expect.any(String), next },
      steps,
    ]);
  },
);

test('no text for a seller mentions escrow', () => {
  const texts = SELLER.map(([, , word, next]) => `${word} ${next}`);
  expect(texts.filter((text) => /escrow/i.test(text))).toEqual([]);
});
