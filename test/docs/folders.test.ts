import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

const MOST_FILES = 25;
const FLOORS = '{drizzle,worker,web,test,docs}/**/*.*';

/** Returns the folders with more than `most` direct files, and their number. */
function crowded(files: readonly string[], most: number): string[] {
  const folders = Map.groupBy(files, (file) => dirname(file));
  return [...folders]
    .filter(([, inside]) => inside.length > most)
    .map(([folder, inside]) => `${folder}: ${inside.length}`);
}

test('no folder directly holds more than 25 files', () => {
  const files = globSync(FLOORS, { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(1500);
  expect(
    crowded(
      files.map(({ parentPath, name }) => `${parentPath}/${name}`),
      MOST_FILES,
    ),
  ).toEqual([]);
});

test('the check reports a folder with one file too many', () => {
  expect(crowded(['a/one.ts', 'a/two.ts', 'b/three.ts'], 1)).toEqual(['a: 2']);
});
