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

test('a buyer on the door list can confirm that they got in, from the time `works_from` of the hand-over', () => {
  const works_from = NOW.toISOString();
  const request = requestOf('buyer', { handover: { status: 'delivered', kind: 'name_list', works_from } });
  expect(stepsOf(request, NOW)).toEqual(['received', 'problem']);
  expect(stepsOf(request, new Date(NOW.getTime() - 1))).toEqual(['problem']);
});

test('no text for a buyer mentions escrow', () => {
  const texts = BUYER.map(([, , word, next]) => `${word} ${next}`);
  expect(texts.filter((text) => /escrow/i.test(text))).toEqual([]);
});
