import { expect, test } from 'vitest';
import { posterNames } from './poster-names.ts';
import { styleOf } from './poster-print.ts';

test('no two of 20 nights in a row have the same composition, and neighbors have different palettes', () => {
  const slugs = Array.from({ length: 200 }, (_, at) => (at % 3 ? 'disco-deficit' : `night-${at}`));
  const names = posterNames(slugs);
  const styles = names.map(styleOf);
  for (const [at, [palette, print]] of styles.entries()) {
    expect(styles.slice(Math.max(0, at - 4), at).map(([other]) => other)).not.toContain(palette);
    expect(styles.slice(Math.max(0, at - 20), at).map(([, other]) => other)).not.toContain(print);
  }
  expect(posterNames(slugs.slice(0, 20))).toEqual(names.slice(0, 20));
});

test('a poster without neighbors is drawn from the plain slug', () => {
  expect(posterNames(['disco-deficit'])).toEqual(['disco-deficit']);
});
