import { expect, test } from 'vitest';
import { readDomains, schoolText } from './school-form.ts';

const ROWS = [
  { domain: 'bu.edu', kind: 'shared', includes_subdomains: false, alias_of: null },
  { domain: 'harvard.edu', kind: 'shared', includes_subdomains: true, alias_of: null },
  { domain: 'neu.edu', kind: 'student', includes_subdomains: false, alias_of: 'northeastern.edu' },
] as const;

test('each stored domain is one line of the form', () => {
  const { domains } = schoolText({ name: 'A school', city: 'Boston', domains: [...ROWS] });
  expect(domains).toBe('bu.edu shared\nharvard.edu shared subdomains\nneu.edu student = northeastern.edu');
  expect(readDomains(`\n ${domains}  \n\n`)).toEqual({ domains: ROWS });
});

test('a domain without a kind is for students', () => {
  expect(readDomains('bu.edu')).toEqual({ domains: [{ ...ROWS[0], kind: 'student' }] });
});

test('a line of the form that cannot be read is reported', () => {
  expect(readDomains('bu.edu shared\nbu.edu for pupils')).toEqual({ wrong: 'bu.edu for pupils' });
  expect(readDomains('bu.edu pupils')).toEqual({ wrong: 'bu.edu pupils' });
});
