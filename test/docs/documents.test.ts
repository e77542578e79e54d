import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import { expect, test } from 'vitest';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'test/README.md',
  ...globSync('docs/**/*.md'),
];
const FOLDERS = new Set(['drizzle', 'migrations', 'worker', 'web', 'test', 'docs']);
const FILES = [...globSync(['*', '.*']), ...globSync(`{${[...FOLDERS].join(',')}}/**/*`)].filter((path) =>
  /\.\w+$/.test(path),
);
const NAME_OF_A_FILE = /^[\w*.<>-]+\.(ts|tsx|mjs|md|sql|toml|json|css|webp)$/;
const TEXT = /\.(ts|tsx|mjs|css|sql|toml|html?|js|md|example)$/;

const read = (path: string) => readFileSync(path, 'utf8');
const found = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), (match) => match[1]!);

/** Returns the code blocks, fenced or indented, without their margin. */
function blocksOf(text: string): string[][] {
  const fenced = found(text, /^```\w*\n([^]*?)^```$/gm);
  const indented = found(text.replaceAll(/^```[^]*?^```$/gm, ''), /^((?: {4}.*\n)+)/gm).map((block) =>
    block.replaceAll(/^ {4}/gm, ''),
  );
  return [...fenced, ...indented].map((block) => block.split('\n'));
}

/** In a map of folders, an indented line is an entry of the folder above. */
function pathsOfMap(lines: string[]): string[] {
  let folder = '';
  return lines.flatMap((line) => {
    const [, margin, name] = /^( *)([\w.-]+\/?)(?= |$)/.exec(line) ?? [];
    if (name === undefined || (margin === '' && !name.endsWith('/'))) return [];
    if (margin === '') folder = name;
    return [margin === '' ? name : folder + name];
  });
}

/** Turns the paths in backticks into globs, in which `<name>` matches any name. */
function quotedPaths(text: string): string[] {
  return found(text, /`([^`\n]+)`/g)
    .filter(
      (quoted) =>
        NAME_OF_A_FILE.test(quoted) || (/^[\w./*<>{},-]+$/.test(quoted) && FOLDERS.has(quoted.split('/')[0]!)),
    )
    .map((quoted) => quoted.replaceAll(/<\w+>/g, '*').replace(/\/$/, ''));
}

/** A name without a folder may be anywhere. `x.routes.ts` stands for any file whose name ends in `.routes.ts`. */
function isThere(path: string): boolean {
  const glob = path.includes('/') ? path : `**/${path.replace(/^x\./, '*.')}`;
  return existsSync(path) || FILES.some((file) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`));
}

test.each(DOCUMENTS)('every path in %s exists', (document) => {
  const text = read(document);
  const links = [...found(text, /\]\(([^)\s]+)\)/g), ...found(text, /src="([^"]+)"/g)].filter(
    (target) => !/^(https?:|mailto:|#)/.test(target),
  );
  const missing = [
    ...links
      .map((target) => normalize(join(dirname(document), target.split('#')[0]!)))
      .filter((path) => !existsSync(path)),
    ...[...quotedPaths(text), ...blocksOf(text).flatMap(pathsOfMap)].filter((path) => !isThere(path)),
  ];
  expect(missing).toEqual([]);
});

test('every npm command in a document exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = DOCUMENTS.flatMap((document) => found(read(document), /\bnpm run ([\w:-]+)/g));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('docs/operations.md explains every variable and secret of wrangler.toml', () => {
  const configuration = read('wrangler.toml');
  const secrets = found(configuration, /^required = \[([^\]]+)\]$/gm).flatMap((list) => found(list, /"(\w+)"/g));
  const variables = found(configuration, /^([A-Z][A-Z0-9_]+) = /gm);
  const explained = new Set(found(read('docs/operations.md'), /`(\w+)`/g));
  expect(secrets.length * variables.length).toBeGreaterThan(0);
  expect([...secrets, ...variables].filter((name) => !explained.has(name))).toEqual([]);
});

test('README.md has at most 90 lines, and its pictures have at most 250 kB in total', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
  const pictures = globSync('docs/screenshots/*.webp').map((path) => readFileSync(path).length);
  expect(pictures).toHaveLength(3);
  expect(pictures.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(250_000);
});

test('the index of decisions lists every record once, under its own title', () => {
  const records = globSync('docs/decisions/**/[0-9]*.md').map((path) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(path)) ?? [];
    return { file: path.slice('docs/decisions/'.length), number: number?.padStart(4, '0'), title };
  });
  const index = read('docs/decisions/README.md').replaceAll(/\s+/g, ' ');
  expect(records.length).toBeGreaterThan(0);
  expect(new Set(records.map(({ number }) => number)).size).toBe(records.length);
  for (const { file, number, title } of records) {
    expect(file).toMatch(new RegExp(`^[a-z]+/${number}-`));
    expect(index.split(`[${number}](${file}) ${title}`)).toHaveLength(2);
  }
});

test('every decision is cited by the path of an existing file, not by a number', () => {
  const texts = FILES.filter((path) => TEXT.test(path) && !path.startsWith('migrations/'));
  const citations = texts.flatMap((path) =>
    found(read(path), /\b((?:decisions?|contract|spec|specification|section) [§(]?\d\S*)/gi).map(
      (cited) => `${path}: ${cited}`,
    ),
  );
  const records = texts.flatMap((path) =>
    found(read(path), /(docs\/decisions\/[\w/-]*\d{4}[\w-]*)/g).map((cited) => ({ path, cited })),
  );
  expect(citations).toEqual([]);
  expect(records.length).toBeGreaterThan(0);
  expect(records.filter(({ cited }) => globSync(`${cited}*.md`).length !== 1)).toEqual([]);
});
