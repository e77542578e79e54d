import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findTexts } from './find-texts.ts';

/**
 * Files without texts for users. Most of the auth service is among them, because its clients compare its answers word
 * for word.
 */
const NOT_READ_BY_PEOPLE =
  /\.test\.|^worker\/(?:features\/people\/auth\/(?!.*mails\.ts$)|local\/|http\/settings\/|features\/staff\/operations\/|features\/trade\/desk\/(?:alarm|readiness)|contract\/nights\/ingest\.|http\/database\/)/;

const TEXTS = globSync('{web,worker}/**/*.{ts,tsx}')
  .filter((path) => !NOT_READ_BY_PEOPLE.test(path))
  .flatMap((path) => findTexts(path, readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`));

/** `say` is the term in American English. `not` matches the wordings that the term replaces. */
const TERMS = [
  { say: 'email', not: /: .*\b[Mm]ail(?:s|ed)?\b/ },
  { say: 'push notification', not: /\bpush messages?\b/i },
  { say: 'canceled', not: /: .*\bcancell(?:ed|ing)\b/i },
  { say: 'authorized, organized, color, center', not: /: .*(?:authoris|organis|recognis|colour|favourite|\bcentre)/i },
  { say: 'check and uncheck', not: /\b(?:un)?tick(?:ed|s)?\b/i },
  { say: 'can’t, didn’t, isn’t', not: /: .*\b(?:cannot|(?:could|did|do|does|was|were|is|are|has|have) not)\b/i },
  { say: 'we’ll email you when you’re in', not: /\boff the waitlist\b|\bonce you are off\b/i },
  { say: 'is', not: /\bstands on\b/i },
  { say: 'verify a school inbox', not: /\bprov(?:e|es|ed) (?:\w+ ){0,2}inbox\b/i },
  { say: 'hidden messages', not: /\b(?:un)?fold(?:s|ed)?\b/i },
  { say: '“by” before a deadline', not: /\b(?:Send|Pay|Confirm|Answer)\b[^.]* until \$?\{?\d/ },
];

test('the search finds texts for people, and skips log entries and internal errors', () => {
  expect(TEXTS.length).toBeGreaterThan(2000);
  const source =
    "const a = <p>No mail?</p>; throw new Error('Mail it.'); log('warn', 'a mail waits'); say(`Your mail, ${b}.`);";
  expect(findTexts('any.tsx', source)).toEqual(['No mail?', 'Your mail,']);
});

test.each(TERMS)('texts for people follow the list of terms: "$say"', ({ not }) => {
  expect(TEXTS.filter((text) => not.test(text))).toEqual([]);
});
