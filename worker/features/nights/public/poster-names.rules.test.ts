import { expect, test } from 'vitest';
import { lookOf } from '../../../contract/nights/poster-print.ts';
import { posterNames } from './poster-names.rules.ts';

test('posters of one page are never alike, and neighbours share neither colours nor composition', () => {
  const titles = Array.from({ length: 200 }, (_, at) => (at % 3 ? 'Disco Deficit' : `Night ${at}`));
  const names = posterNames(titles);
  const looks = names.map(lookOf);
  for (const [at, [inks, form]] of looks.entries()) {
    for (const [otherInks, otherForm] of looks.slice(Math.max(0, at - 4), at))
      expect([inks === otherInks, form === otherForm]).toEqual([false, false]);
    expect(looks.slice(Math.max(0, at - 40), at)).not.toContainEqual([inks, form]);
  }
  expect(posterNames(titles.slice(0, 20))).toEqual(names.slice(0, 20));
});

test('a title whose poster differs from its neighbours keeps the poster of its name', () => {
  expect(posterNames(['Disco Deficit'])).toEqual(['Disco Deficit']);
});
