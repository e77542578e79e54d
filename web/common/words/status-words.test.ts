import { expect, test } from 'vitest';
import { requestStatus, timeLeft } from './status-words.ts';

const now = new Date('2026-11-27T20:00:00Z');

test.each([
  ['2026-11-28T02:40:00Z', '6 h 40 min left'],
  ['2026-11-27T22:00:00Z', '2 h left'],
  ['2026-11-27T20:12:59Z', '12 min left'],
  ['2026-11-27T20:00:59Z', 'less than a minute left'],
  ['2026-11-27T19:00:00Z', 'less than a minute left'],
])('on November 27 at 20:00 UTC, the time until %s reads as "%s"', (until, text) => {
  expect(timeLeft(until, now)).toBe(text);
});

test('the words for a pending ticket request tell both the buyer and the seller the deadline', () => {
  const request = { status: 'pending', expires_at: '2026-11-28T02:40:00Z', event: { state: 'on' } } as const;
  expect(requestStatus({ ...request, role: 'buyer' }, now).next).toBe('The seller has until 9:40 PM, 6 h 40 min left.');
  expect(requestStatus({ ...request, role: 'seller' }, now).next).toBe('You have until 9:40 PM, 6 h 40 min left.');
});

test('the words for a canceled ticket request say whether the night was canceled', () => {
  const request = { status: 'cancelled', expires_at: '2026-11-28T02:40:00Z' } as const;
  for (const role of ['buyer', 'seller'] as const) {
    const words = (state: 'on' | 'cancelled') => requestStatus({ ...request, role, event: { state } }, now).next;
    expect(words('cancelled')).toBe('The night was canceled. Nothing was charged.');
    expect(words('on')).toContain('The request has ended');
  }
});
