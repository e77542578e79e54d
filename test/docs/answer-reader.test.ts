import { expect, test } from 'vitest';
import { AnswerReader } from '../bench/answer-reader.ts';

const SIZED = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const CHUNKED =
  'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel\r\n\r\na\r\n0123456789\r\n0\r\n\r\n';
const UNCHANGED = 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n';
const EMPTY = 'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n';

test.each([1, 2, 7, 1000])('every answer of a connection is found if its bytes arrive %d at a time', (size) => {
  const bytes = Buffer.from([SIZED, CHUNKED, UNCHANGED, EMPTY, SIZED].join(''));
  const found: number[] = [];
  const reader = new AnswerReader((status) => found.push(status));
  for (let at = 0; at < bytes.length; at += size) reader.take(bytes.subarray(at, at + size));
  expect(found).toEqual([200, 201, 304, 429, 200]);
});

test('an answer is not reported before its last byte', () => {
  const found: number[] = [];
  const reader = new AnswerReader((status) => found.push(status));
  reader.take(Buffer.from(SIZED.slice(0, -1)));
  expect(found).toEqual([]);
});
