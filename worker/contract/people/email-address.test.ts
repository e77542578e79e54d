import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CreateClub } from '../nights/clubs.ts';
import { EmailAddress } from './email-address.ts';
import { PersonFields } from './people.ts';

const GOOD = ["o'brien@vouch.test", 'a/b@vouch.test', 'student+tag@vouch.test', 'student@xn--bcher-kva.test'];
const BAD = [
  'student',
  'student@',
  'student@vouch',
  'a b@vouch.test',
  'a@-vouch.test',
  `${'a'.repeat(255)}@vouch.test`,
];

test('the rule for email addresses accepts valid ones and refuses others', () => {
  expect(GOOD.filter((address) => !v.is(EmailAddress, address))).toEqual([]);
  expect(BAD.filter((address) => v.is(EmailAddress, address))).toEqual([]);
});

test('the forms of the waitlist, of sellers and of clubs follow the rule for email addresses', () => {
  for (const form of [PersonFields.email, CreateClub.entries.email]) {
    expect(GOOD.filter((address) => !v.is(form, address))).toEqual([]);
    expect(BAD.filter((address) => v.is(form, address))).toEqual([]);
  }
});
