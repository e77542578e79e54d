import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findTexts } from './find-texts.ts';

/** Includes answers of the auth service that its clients compare word for word. */
const NOT_READ_BY_PEOPLE =
  /\.test\.|^worker\/(?:features\/people\/auth\/(?!.*mails\.ts$)|local\/|http\/settings\/|features\/staff\/operations\/|features\/trade\/desk\/(?:alarm|readiness)|contract\/nights\/ingest\.|http\/database\/)/;

const TEXTS = globSync('{web,worker}/**/*.{ts,tsx}')
  .filter((path) => !NOT_READ_BY_PEOPLE.test(path))
  .flatMap((path) => findTexts(path, readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`));

/** American English, as one person says it to another. */
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

test('texts are found in screens, emails and errors', () => {
  expect(TEXTS.length).toBeGreaterThan(2000);
  const source =
    "const a = <p>No mail?</p>; throw new Error('Mail it.'); log('warn', 'a mail waits'); say(`Your mail, ${b}.`);";
  expect(findTexts('any.tsx', source)).toEqual(['No mail?', 'Your mail,']);
});

test.each(TERMS)('texts for people follow the list of terms: "$say"', ({ not }) => {
  expect(TEXTS.filter((text) => not.test(text))).toEqual([]);
});
