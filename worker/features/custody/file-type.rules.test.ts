import { expect, test } from 'vitest';
import { typeOfFile } from './file-type.rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ['%PDF-1.7\n%%EOF', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
])('the beginning of %j tells the type %s', (text, type) => {
  expect(typeOfFile(bytes(text))).toBe(type);
});

test.each([
  ['', 'nothing'],
  ['%PDF', 'a PDF that is cut off'],
  [' %PDF-1.7', 'a PDF that begins later'],
  ['<html><script>', 'a page'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'a drawing with scripts'],
  ['GIF89a\x01\0', 'a GIF'],
  ['RIFF\0\0\0\0WEBP', 'a WebP'],
  ['PK\x03\x04', 'a zip archive without a directory'],
  [`PK\x03\x04${'\0'.repeat(100)}PK\x05\x06${'\xff'.repeat(18)}`, 'a zip archive with a wrong directory'],
])('%j is refused: %s', (text) => {
  expect(typeOfFile(bytes(text))).toBeNull();
});
