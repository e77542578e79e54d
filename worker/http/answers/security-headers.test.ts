import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HEADERS } from './security-headers.ts';

/** The headers of each path of the static files' own list. */
const [everyFile, codeReader] = readFileSync('web/public/_headers', 'utf8')
  .trim()
  .split(/\n(?=\/)/)
  .map(
    (block) =>
      new Map(
        block
          .split('\n')
          .slice(1)
          .map((line) => line.trim().split(/(?<!^):\s*/) as [string, string]),
      ),
  );

test('static files have the headers of every other answer, and may be cached', () => {
  const { 'Cache-Control': _, ...others } = HEADERS;
  expect(Object.fromEntries(everyFile!)).toEqual({
    ...others,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test('the code reader may use WebAssembly and load its own code, and makes no code of a string', () => {
  expect(codeReader!.get('Content-Security-Policy')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types vouch",
  );
});
