import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['=HYPERLINK("http://evil.test")', `"'=HYPERLINK(""http://evil.test"")"`],
  ['+16175550100', `"'+16175550100"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1+1', `"'  =1+1"`],
  ['\t=1+1', `"'\t=1+1"`],
  ['\r=1', `"'\r=1"`],
  ['\u00a0=1', `"'\u00a0=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['|calc', `"'|calc"`],
])('the cell %j cannot run as a formula in a spreadsheet', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

test('plain text, quotes, line breaks, numbers and empty values keep their meaning', () => {
  expect(csvLine(['A "b", c', 'two\nlines', -5, null, 'x=1'])).toBe('"A ""b"", c","two\nlines","-5","","x=1"\r\n');
});
