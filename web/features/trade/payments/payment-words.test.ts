import { expect, test } from 'vitest';
import { BUYER } from '../../../../test/support/web/bought-cases.ts';
import { NOW, requestOf } from '../../../../test/support/web/paid-requests.ts';
import { paymentStatus } from './payment-words.ts';
import { stepsOf } from '../problems/handover-steps.tsx';

test.each(BUYER)(
  'a buyer reads what happened and what comes next, and sees the right buttons: %s',
  (_what, given, word, next, steps) => {
    const request = requestOf('buyer', given);
    expect([paymentStatus(request, NOW), stepsOf(request, NOW).join(' ')]).toEqual([
      { word, tone: expect.any(String), next },
      steps,
    ]);
  },
);

test('no text for a buyer mentions escrow', () => {
  const texts = BUYER.map(([, , word, next]) => `${word} ${next}`);
  expect(texts.filter((text) => /escrow/i.test(text))).toEqual([]);
});
