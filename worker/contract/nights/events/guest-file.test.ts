import { expect, test } from 'vitest';
import { csvLine } from '../../text/csv.ts';
import { readGuestFile } from './guest-file.ts';
import { readCsv } from '../../text/read-csv.ts';

test('a CSV file may have quoted commas, doubled quotation marks, line breaks in cells, CRLF, LF and a byte order mark', () => {
  expect(readCsv('\ufeff"Doe, Jane","say ""hi""",2\r\n\r\n"two\nlines",x\nlast,')).toEqual([
    { line: 1, cells: ['Doe, Jane', 'say "hi"', '2'] },
    { line: 3, cells: ['two\nlines', 'x'] },
    { line: 5, cells: ['last', ''] },
  ]);
  expect(readCsv('a\n"open')).toEqual({ line: 2, problem: 'A quotation mark isn’t closed.' });
  expect(readCsv('a "b" c')).toMatchObject({ line: 1, problem: expect.stringContaining('inside a cell') });
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx', "O'Neil", 'plain'])(
  'the cell %j survives a round trip through a file',
  (cell) => {
    expect(readCsv(csvLine([cell]))).toEqual([{ line: 1, cells: [cell] }]);
  },
);

test('reading a guest file returns each new guest once and reports invalid lines', () => {
  const text =
    'Places,Name,From\n2,Ada Night,added\n0,Nobody,\n1, ada  NIGHT ,\n,Known Guest,\n,Waiting,waitlist\n,Only Name,\n';
  expect(readGuestFile(text, ['known guest'])).toEqual({
    guests: [
      { name: 'Ada Night', places: 2 },
      { name: 'Only Name', places: 1 },
    ],
    problems: [{ line: 3, problem: 'Places must be a whole number from 1 to 20.' }],
    skipped: 3,
  });
  expect(readGuestFile('Ada,3\nBo', []).guests).toEqual([
    { name: 'Ada', places: 3 },
    { name: 'Bo', places: 1 },
  ]);
});

test('a file that is too large, has too many lines or no names is refused as a whole', () => {
  expect(readGuestFile('x'.repeat(262_145), []).problems[0]!.problem).toContain('256 kB');
  expect(readGuestFile('a\n'.repeat(2001), []).problems[0]!.problem).toContain('2001 lines');
  expect(readGuestFile('', []).problems[0]!.problem).toBe('The file has no names.');
});
