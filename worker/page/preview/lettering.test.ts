import { expect, test } from 'vitest';
import { asLine, asTitle, directionOf, lineHeightOf } from './lettering.ts';

test.each([
  ['neon  friday\n', 'NEON FRIDAY'],
  ['Ça va, Été? straße', 'ÇA VA, ÉTÉ? STRASSE'],
  ['Νύχτα με χορό', 'ΝΥΧΤΑ ΜΕ ΧΟΡΟ'],
  ['𝕳𝖆𝖑𝖑𝖔𝖜𝖊𝖊𝖓 ①', 'HALLOWEEN ①'],
  ['パーティー東京', 'パーティー\u200b東京'],
  ['ปาร์ตี้คืนนี้', 'ปาร์ตี้\u200bคืน\u200bนี้'],
])('the title %j is drawn as %j', (title, drawn) => {
  expect(asTitle(title)).toBe(drawn);
});

test('a line below the title keeps its letter case and loses control characters', () => {
  expect(asLine(' Cafe\u0301\tMüller\u0007 ')).toBe('Café Müller');
});

test.each([
  ['حفلة DJ', 'rtl'],
  ['2026 מסיבה', 'rtl'],
  ['DJ حفلة', 'ltr'],
  ['🎉 2026', 'ltr'],
])('the text %j is drawn in the direction %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test('scripts with tall letters get a larger line height', () => {
  expect(lineHeightOf('NEON ВЕЧЕР ΝΥΧΤΑ 🎉')).toBeLessThan(1);
  for (const tall of ['파티', 'حفلة', 'ปาร์ตี้', 'NEON 東京']) expect(lineHeightOf(tall)).toBeGreaterThan(1);
});
