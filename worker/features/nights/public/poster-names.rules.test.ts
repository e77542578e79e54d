import { expect, test } from 'vitest';
import { styleOf } from '../../../contract/nights/poster-print.ts';
import { posterNames } from './poster-names.rules.ts';

test('no two posters on a page look the same, and neighbors share neither colors nor composition', () => {
  const titles = Array.from({ length: 200 }, (_, at) => (at % 3 ? 'Disco Deficit' : `Night ${at}`));
  const names = posterNames(titles);
  const styles = names.map(styleOf);
  for (const [at, [inks, form]] of styles.entries()) {
    for (const [otherInks, otherForm] of styles.slice(Math.max(0, at - 4), at))
      expect([inks === otherInks, form === otherForm]).toEqual([false, false]);
    expect(styles.slice(Math.max(0, at - 40), at)).not.toContainEqual([inks, form]);
  }
  expect(posterNames(titles.slice(0, 20))).toEqual(names.slice(0, 20));
});

test('a poster that differs from its neighbors is drawn from the plain title', () => {
  expect(posterNames(['Disco Deficit'])).toEqual(['Disco Deficit']);
});
