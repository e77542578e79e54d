import { expect, test } from 'vitest';
import { readDemo } from './demo.ts';

test('a demo has its accounts, and any other run has none', () => {
  const account = { email: 'student@vouch.test', password: 'local', sees: 'Tickets.', path: '/my-tickets' };
  expect(readDemo(JSON.stringify([account]))).toEqual([account]);
  expect(readDemo('')).toEqual([]);
  expect(readDemo('[{"email":"student@vouch.test"}]')).toEqual([]);
});
