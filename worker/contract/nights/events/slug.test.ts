import { expect, test } from 'vitest';
import { freeSlug, nameKey, slugOf } from './slug.ts';

test.each([
  ['Headline Halloween', 'headline-halloween'],
  ["  Lolita's   Patio ", 'lolitas-patio'],
  ['Café Été — Ünïcode', 'cafe-ete-unicode'],
  ['Rock & Roll @ 9', 'rock-roll-9'],
  ['夜', 'night'],
  ['--', 'night'],
])('the title “%s” has the slug “%s”', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a slug has at most 120 characters and never ends in a hyphen', () => {
  const slug = slugOf(`${'x'.repeat(119)} night`);
  expect(slug.length).toBeLessThanOrEqual(120);
  expect(slug.endsWith('-')).toBe(false);
});

test('names are compared without regard to case and repeated spaces', () => {
  expect(nameKey('  House  Of\tYes ')).toBe(nameKey('house of yes'));
});

test.each([
  [[], 'ben-ufo'],
  [['ben-ufo'], 'ben-ufo-2026-12-04'],
  [['ben-ufo', 'ben-ufo-2026-12-04'], 'ben-ufo-2026-12-04-2'],
  [['ben-ufo', 'ben-ufo-2026-12-04', 'ben-ufo-2026-12-04-2', 'ben-ufo-2026-12-04-4'], 'ben-ufo-2026-12-04-3'],
  [['ben-ufo-2026-12-04'], 'ben-ufo'],
])('if the slugs %j are taken, the new slug is %s', (taken: string[], slug) => {
  expect(freeSlug({ base: 'ben-ufo', suffix: '2026-12-04', isTaken: (wanted) => taken.includes(wanted) })).toBe(slug);
});
