import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Maps a program to its npm package, where the two have different names. */
const PACKAGES: Record<string, string> = { playwright: '@playwright/test', tsc: 'typescript' };
const PROGRAMS = new Set(['knip', 'oxfmt', 'oxlint', 'playwright', 'size-limit', 'tsc', 'vite', 'vitest', 'wrangler']);

/**
 * Returns the file and the arguments of a program for `spawn` and `execFile`. The program of a package runs as a script
 * in the Node that runs this code, because on Windows only a shell finds it by its name.
 */
export function program(name: string, args: readonly string[] = []): [file: string, args: string[]] {
  if (name === 'node') return [process.execPath, [...args]];
  return PROGRAMS.has(name) ? [process.execPath, [scriptOf(name), ...args]] : [name, [...args]];
}

function scriptOf(name: string): string {
  const file = findPackageJSON(PACKAGES[name] ?? name, import.meta.url);
  if (!file) throw new Error(`The package of ${name} is missing: run npm ci.`);
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | Record<string, string> };
  return join(dirname(file), typeof bin === 'string' ? bin : (bin[name] ?? ''));
}
