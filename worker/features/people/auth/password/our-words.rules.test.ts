import { expect, test } from 'vitest';
import { isOfOurWords } from './our-words.rules.ts';

test.each(['vouch-2026!', 'VOUCHVOUCH', 'Boston12345', 'nyc_tickets_1', 'Student Password 9', '123admin456'])(
  'the password %j is refused as too easy to guess',
  (password) => {
    expect(isOfOurWords(password)).toBe(true);
  },
);

test.each(['vouch-local-only', '8392746105', 'we met in boston', 'vоuch-2026!', '夜の切符売ります!!'])(
  'the password %j is accepted, because it does not consist only of words that attackers guess first',
  (password) => {
    expect(isOfOurWords(password)).toBe(false);
  },
);
