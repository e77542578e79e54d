import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { typeOfFile } from './file-type.rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ['%PDF-1.7\n%%EOF', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
])('a file that begins with %j has the type %s', (text, type) => {
  expect(typeOfFile(bytes(text))).toBe(type);
});

test.each([
  ['', 'an empty file'],
  ['%PDF', 'a PDF that is cut off'],
  ['%PDF-', 'a PDF with nothing in it'],
  [' %PDF-1.7', 'a PDF that does not begin at the first byte'],
  ['<html><script>', 'an HTML page'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'an SVG drawing, which may contain scripts'],
  ['GIF89a\x01\0', 'a GIF'],
  ['RIFF\0\0\0\0WEBP', 'a WebP'],
  ['PK\x03\x04', 'only the signature of a zip archive'],
  ['PK\x03\x04\0', 'a zip archive without a directory'],
  [`PK\x03\x04${'\0'.repeat(100)}PK\x05\x06${'\xff'.repeat(18)}`, 'a zip archive with a wrong directory'],
  [
    `PK\x03\x04PK\x01\x02PK\x05\x06${'\0'.repeat(6)}\x01${'\0'.repeat(5)}\x04${'\0'.repeat(5)}`,
    'a zip archive with an incomplete directory',
  ],
])('the file content %j is refused: %s', (text) => {
  expect(typeOfFile(bytes(text))).toBeNull();
});

const PASS = 'application/vnd.apple.pkpass';
const file = (name: string) => [name, new Uint8Array(3)] as const;
const archive = (names: string[], comment = '') =>
  Uint8Array.from([...zipSync(Object.fromEntries(names.map(file))), ...bytes(comment)]);

test('an archive is a pass if its directory lists pass.json at the top level', () => {
  const others = Array.from({ length: 30 }, (_, at) => `en.lproj/picture-${at}.png`);
  expect(typeOfFile(archive(['pass.json']))).toBe(PASS);
  expect(typeOfFile(archive([...others, 'pass.json']))).toBe(PASS);
  expect(typeOfFile(archive([...others, 'pass.json', 'signature'], 'with a comment'))).toBe(PASS);
  expect(typeOfFile(archive([...others, 'other/pass.json']))).toBeNull();
});

test('an archive is read only up to the number of entries that it claims', () => {
  const whole = archive(['icon.png', 'pass.json']);
  const more = whole.slice();
  new DataView(more.buffer).setUint16(more.length - 12, 400, true);
  expect(typeOfFile(more)).toBe(PASS);
  const fewer = whole.slice();
  new DataView(fewer.buffer).setUint16(fewer.length - 12, 1, true);
  expect(typeOfFile(fewer)).toBeNull();
});

test('extra fields and comments of files in an archive are skipped', () => {
  const noted = [new Uint8Array(3), { extra: { 0x7075: new Uint8Array(5) }, comment: 'with a comment' }] as const;
  expect(typeOfFile(zipSync({ 'icon.png': [...noted], 'logo.png': [...noted], 'pass.json': new Uint8Array(3) }))).toBe(
    PASS,
  );
});

test('an archive is a pass only if pass.json is among its first 500 names', () => {
  const others = Array.from({ length: 500 }, (_, at) => `${at}.png`);
  expect(typeOfFile(archive([...others.slice(1), 'pass.json']))).toBe(PASS);
  expect(typeOfFile(archive([...others, 'pass.json']))).toBeNull();
  expect(typeOfFile(archive(['pass.json'], 'x'.repeat(65_535)))).toBe(PASS);
  expect(typeOfFile(archive(['pass.json'], 'x'.repeat(65_536)))).toBeNull();
});
