import { expect, test } from 'vitest';
import { readDemo } from './demo.ts';

test('readDemo returns the accounts of a demo, or an empty list for an empty text or an incomplete account', () => {
  const account = { email: 'student@vouch.test', password: 'local', sees: 'Tickets.', path: '/my-tickets' };
  expect(readDemo(JSON.stringify([account]))).toEqual([account]);
  expect(readDemo('')).toEqual([]);
  expect(readDemo('[{"email":"student@vouch.test"}]')).toEqual([]);
});
