import { expect, test } from 'vitest';
import { readForm } from '../../../use-form.ts';
import { SignUp } from './credentials.ts';

const GOOD = { full_name: 'A student', email: 'student@vouch.test', password: 'vouch-local-only' };
const problem = (field: keyof typeof GOOD, typed: string) =>
  readForm(SignUp, { ...GOOD, [field]: typed }).problems?.[field];

test.each([
  ['student', 'Invalid email format'],
  ['student@', 'Invalid email format'],
  ['', 'Invalid email format'],
  [`${'a'.repeat(60)}@${'b'.repeat(190)}.test`, 'Email too long'],
  ['student@vouch.test', undefined],
  ["o'brien@xn--bcher-kva.test", undefined],
  ['  student@vouch.test ', undefined],
])('the problem with the email address %j is %j', (email, text) => {
  expect(problem('email', email)).toBe(text);
});

test.each([
  ['1234567', 'Password must be at least 8 characters'],
  ['12345678', undefined],
  ['p'.repeat(100), undefined],
  ['p'.repeat(101), 'Password too long'],
])('the problem with the password %j is %j', (password, text) => {
  expect(problem('password', password)).toBe(text);
});

test.each([
  [' a ', 'Name must be at least 2 characters'],
  ['Jo', undefined],
  ['n'.repeat(101), 'Name too long'],
  [` ${'n'.repeat(100)} `, undefined],
])('the problem with the name %j is %j', (name, text) => {
  expect(problem('full_name', name)).toBe(text);
});
