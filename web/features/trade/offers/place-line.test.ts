import { expect, test } from 'vitest';
import { standing } from './place-line.tsx';

test('a person reads their place, how many people wait and how fast the waitlist moves', () => {
  expect(standing({ place: 3, people: 12, day: 1, week: 9 })).toBe(
    'You are number 3 of 12. We offered tickets to 1 person in the last 24 hours, and to 9 in the last 7 days.',
  );
  expect(standing({ place: 1, people: 1, day: 0, week: 0 })).toBe(
    'You are number 1 of 1. We offered tickets to 0 people in the last 24 hours, and to 0 in the last 7 days.',
  );
  expect(standing({ place: null, people: 4, day: 2, week: 2 })).toBe(
    'You have a request for this night, so we don’t offer you other tickets.',
  );
});
