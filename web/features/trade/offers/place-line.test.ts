import { expect, test } from 'vitest';
import { standing } from './place-line.tsx';

test('the place is said with the number of people and how fast the waitlist moves', () => {
  expect(standing({ place: 3, people: 12, day: 1, week: 9 })).toBe(
    'You are number 3 of 12. In the last 24 hours 1 person was offered tickets, in the last 7 days 9.',
  );
  expect(standing({ place: 1, people: 1, day: 0, week: 0 })).toBe(
    'You are number 1 of 1. In the last 24 hours 0 people were offered tickets, in the last 7 days 0.',
  );
  expect(standing({ place: null, people: 4, day: 2, week: 2 })).toBe(
    'You have a request for this night, so you are offered no other tickets.',
  );
});
