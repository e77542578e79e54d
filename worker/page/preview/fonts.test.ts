import { expect, test } from 'vitest';
import { fontsFor } from './fonts.ts';

test.each([
  ['Neon Friday – “Été” €5', ['archivo']],
  ['Łódź Phở', ['archivo', 'archivo', 'archivo']],
  ['Ɛyɛ', ['archivo', 'noto-sans']],
  ['Вечеринка Ґ', ['archivo', 'noto-sans']],
  ['👩‍🎤', ['noto-emoji']],
  ['1️⃣ 🇩🇪', ['archivo', 'noto-emoji', 'noto-emoji']],
  ['파티', ['noto-sans-kr']],
  ['骨ナイト', ['noto-sans-jp', 'noto-sans-jp']],
  ['骨', ['noto-sans-sc']],
  ['♡', ['noto-sans-jp']],
  ['حفلة', ['noto-sans-arabic']],
  ['গান ગરબા', ['archivo', 'noto-sans-gujarati', 'noto-sans-bengali']],
  ['இசை ერთი', ['archivo', 'unifontex']],
  ['ᏣᎳᎩ ☾', ['archivo', 'unifontex']],
  ['\u200b', []],
])('the text %j needs the fonts %j', (text, families) => {
  expect(fontsFor(text).map(({ family }) => family)).toEqual(families);
});
