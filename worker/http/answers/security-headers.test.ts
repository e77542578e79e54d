import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HEADERS } from './security-headers.ts';

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

test('static files have the security headers of all responses, and may be cached', () => {
  const { 'Cache-Control': _, ...others } = HEADERS;
  expect(Object.fromEntries(everyFile!)).toEqual({
    ...others,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test('the code reader may use WebAssembly and load its own code, but may not turn strings into code', () => {
  expect(codeReader!.get('Content-Security-Policy')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types vouch",
  );
});
