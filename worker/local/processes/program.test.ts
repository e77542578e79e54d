import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { program } from './program.ts';

test.each(['knip', 'oxfmt', 'oxlint', 'playwright', 'size-limit', 'tsc', 'vite', 'vitest', 'wrangler'])(
  'the program %s is a script that this Node runs',
  (name) => {
    const [file, [script, ...args]] = program(name, ['--version']);
    expect([file, args]).toEqual([process.execPath, ['--version']]);
    expect(script).toMatch(/node_modules.+(\.[cm]?js|[/\\]\w+)$/);
    expect(existsSync(script!)).toBe(true);
  },
);

test('the program node is the Node that runs this code', () => {
  expect(program('node', ['file.ts'])).toEqual([process.execPath, ['file.ts']]);
  expect(program('git', ['status'])).toEqual(['git', ['status']]);
});
