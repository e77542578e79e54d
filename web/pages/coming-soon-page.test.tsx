import { expect, test } from 'vitest';
import { HEADLINES } from './coming-soon-page.tsx';

test('there are 25 headlines, each its own', () => {
  expect(new Set(HEADLINES).size).toBe(25);
});
