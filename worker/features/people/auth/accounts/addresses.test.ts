import { expect, test } from 'vitest';
import { emailOf } from './addresses.ts';

test.each([
  "o'brien@vouch.test",
  'a/b@vouch.test',
  'student+tag@vouch.test',
  'student@xn--bcher-kva.test',
  'x@sub.domain.vouch.test',
])('%s is an email address', (address) => {
  expect(emailOf(` ${address.toUpperCase()} `)).toBe(address);
});

test.each([
  'no address',
  'a@',
  'a@vouch',
  '@vouch.test',
  'a@b@vouch.test',
  'a b@vouch.test',
  'a@-vouch.test',
  'a@vouch.test\nBcc: b@vouch.test',
])('%j is not an email address', (address) => {
  expect(() => emailOf(address)).toThrow('Unable to validate email address: invalid format');
});
