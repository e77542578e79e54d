import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const WIDTH = 120;
const SOURCES = globSync(['{drizzle,worker,web,test}/**/*.{ts,tsx,mjs,css}', '*.{ts,mjs,toml}']).filter(
  (path) => !path.endsWith('worker-configuration.d.ts'),
);
const DOCUMENTS = [...globSync('*.md'), ...globSync('docs/**/*.md')];

const isComment = (line: string) => /^\s*(\/\/|\/?\*|\{\/\*|# )/.test(line);

/** oxfmt cannot break a line inside a string, a template or a regular expression. */
const isUnbreakable = (line: string) =>
  ["'", '"', '`', '/'].some((quote) => {
    const literal = line.lastIndexOf(quote) + 1 - line.indexOf(quote);
    return line.length - literal <= WIDTH;
  });

const tooLong = (path: string, text: string) =>
  text
    .split('\n')
    .flatMap((line, at) =>
      line.length > WIDTH && (isComment(line) || !isUnbreakable(line)) ? [`${path}:${at + 1}`] : [],
    );

/** Empties tables, code blocks and lines that begin with a link or a tag, but keeps the line numbers. */
const proseOf = (text: string) =>
  text
    .replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/.+/g, ''))
    .replaceAll(/^(?:\||<| {4}| *(?:[-*] )?!?\[[^\]]*\]\(\S*\)).*$/gm, '');

test('a line of code or of a comment has at most 120 columns, unless one literal makes it longer', () => {
  expect(SOURCES.length).toBeGreaterThan(1500);
  expect(SOURCES.flatMap((path) => tooLong(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test('a line of prose in a document has at most 120 columns', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(20);
  expect(DOCUMENTS.flatMap((path) => tooLong(path, proseOf(readFileSync(path, 'utf8'))))).toEqual([]);
});

test('the check of line widths finds a long comment or expression, but allows a long string', () => {
  const words = 'word '.repeat(30);
  const lines = [
    `// ${words}`,
    `x(${words}, 'a')`,
    `  ${words}\`,`,
    `test('${words}', () => {`,
    `import x from '${words}';`,
  ];
  expect(tooLong('a.ts', lines.join('\n'))).toEqual(['a.ts:1', 'a.ts:2', 'a.ts:3']);
});
