import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAYMENTS_QUESTIONS } from '../../worker/contract/staff/payments-questions.ts';
import { NEEDED_EVENTS } from '../../worker/features/trade/desk/readiness/readiness.rules.ts';

const operations = readFileSync('docs/operations.md', 'utf8');

test('the checklist of payments asks the questions of docs/operations.md, in the same order', () => {
  const asked = Array.from(operations.matchAll(/^\d\. \*\*([^*]+)\.\*\*/gm), ([, title]) => title);
  expect(PAYMENTS_QUESTIONS.map(({ title }) => title)).toEqual(asked);
});

test('the checklist of payments looks for the Stripe events that docs/operations.md names', () => {
  const named = Array.from(operations.matchAll(/^\| [^|]*, (?:snapshot|thin) \| (.+) \|$/gm), ([, events]) =>
    events!.split(', ').map((event) => event.replaceAll('`', '')),
  );
  expect(NEEDED_EVENTS.map(({ events }) => events)).toEqual(named);
});
