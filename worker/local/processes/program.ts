import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** The packages whose programs are run, where the program has another name. */
const PACKAGES: Record<string, string> = { playwright: '@playwright/test', tsc: 'typescript' };
const PROGRAMS = new Set(['knip', 'oxfmt', 'oxlint', 'playwright', 'size-limit', 'tsc', 'vite', 'vitest', 'wrangler']);

/**
 * Names a program as `spawn` and `execFile` take it: its file, then its arguments. `node` and the programs of packages
 * run in this same Node. Without a shell Windows does not find packages by their names, and may find an older Node.
 * Other names stay as they are.
 */
export function program(name: string, args: readonly string[] = []): [file: string, args: string[]] {
  if (name === 'node') return [process.execPath, [...args]];
  return PROGRAMS.has(name) ? [process.execPath, [scriptOf(name), ...args]] : [name, [...args]];
}

/** The JavaScript file behind a program of a package. */
function scriptOf(name: string): string {
  const file = findPackageJSON(PACKAGES[name] ?? name, import.meta.url);
  if (!file) throw new Error(`The package of ${name} is missing: run npm ci.`);
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | Record<string, string> };
  return join(dirname(file), typeof bin === 'string' ? bin : (bin[name] ?? ''));
}
