import { expect, test } from 'vitest';
import { nameKey, slugOf } from './slug.ts';

test.each([
  ['Headline Halloween', 'headline-halloween'],
  ["  Lolita's   Patio ", 'lolitas-patio'],
  ['Café Été — Ünïcode', 'cafe-ete-unicode'],
  ['Rock & Roll @ 9', 'rock-roll-9'],
  ['夜', 'night'],
  ['--', 'night'],
])('%s has the slug %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a slug never outgrows a URL and never ends in a hyphen', () => {
  const slug = slugOf(`${'x'.repeat(119)} night`);
  expect(slug.length).toBeLessThanOrEqual(120);
  expect(slug.endsWith('-')).toBe(false);
});

test('names are compared without case and without doubled spaces', () => {
  expect(nameKey('  House  Of\tYes ')).toBe(nameKey('house of yes'));
});
