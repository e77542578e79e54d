import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

function crowded(files: readonly string[], most: number): string[] {
  const folders = Map.groupBy(files, (file) => dirname(file));
  return [...folders]
    .filter(([, inside]) => inside.length > most)
    .map(([folder, inside]) => `${folder}: ${inside.length}`);
}

test('no folder directly holds more than 25 files', () => {
  const files = globSync('{drizzle,worker,web,test,docs}/**/*.*', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  expect(files.length).toBeGreaterThan(1500);
  expect(crowded(files, 25)).toEqual([]);
});

test('the check reports a folder with one file too many', () => {
  expect(crowded(['a/one.ts', 'a/two.ts', 'b/three.ts'], 1)).toEqual(['a: 2']);
});
