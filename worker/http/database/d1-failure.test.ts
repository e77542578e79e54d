import { expect, test } from 'vitest';
import { d1Failure, TooLate } from './d1-failure.ts';

const NEVER_RAN = { may_have_run: false, is_brief: true };
const LOST = { may_have_run: true, is_brief: true };
const OVERLOADED = { may_have_run: false, is_brief: false };
const TOO_HEAVY = { may_have_run: true, is_brief: false };

// Messages from "List of D1_ERRORs" in Cloudflare's documentation, and messages of the runtime.
test.each([
  ['Cannot resolve D1 DB due to transient issue on remote node.', NEVER_RAN],
  ['Internal error while starting up D1 DB storage caused object to be reset.', NEVER_RAN],
  ['D1 DB is overloaded. Requests queued for too long.', OVERLOADED],
  ['D1 DB is overloaded. Too many requests queued.', OVERLOADED],
  ['Network connection lost.', LOST],
  ['Replica disconnected from primary.', LOST],
  ['D1 DB reset because its code was updated.', LOST],
  ['Internal error in D1 DB storage caused object to be reset.', LOST],
  ["Can't read from request stream because client disconnected.", LOST],
  ['Failed to parse body as JSON, got: <html>502 Bad Gateway</html>', LOST],
  ['internal error; reference = e_0123456789', LOST],
  ['D1 DB storage operation exceeded timeout which caused object to be reset.', TOO_HEAVY],
  ["D1 DB's isolate exceeded its memory limit and was reset.", TOO_HEAVY],
  ['D1 DB exceeded its CPU time limit and was reset.', TOO_HEAVY],
  ['no such table: nights: SQLITE_ERROR', null],
  ['UNIQUE constraint failed: events.slug: SQLITE_CONSTRAINT', null],
  ['stock_is_left: Network connection lost: SQLITE_CONSTRAINT', null],
  ['near "Network": syntax error at offset 0: SQLITE_ERROR', null],
])('an error with the message “%s” is classified as %j, wrapped or not', (message, failure) => {
  const wrapped = [
    new Error(`D1_ERROR: ${message}`, { cause: new Error(message) }),
    new Error(`D1_ERROR: Error: ${message}`),
    new Error(message),
  ];
  for (const error of wrapped) expect(d1Failure(error)).toEqual(failure);
});

test('an error with an unknown message is classified by its properties `retryable` and `overloaded`', () => {
  const retryable = Object.assign(new Error('Something new.'), { retryable: true });
  const overloaded = Object.assign(new Error('Something new.'), { retryable: true, overloaded: true });
  expect(d1Failure(retryable)).toEqual(LOST);
  expect(d1Failure(overloaded)).toEqual(OVERLOADED);
  expect(d1Failure(new Error('D1_ERROR: Error: Something new.', { cause: overloaded }))).toEqual(OVERLOADED);
});

test('a call that timed out may have run, and is not worth repeating', () => {
  expect(d1Failure(new TooLate())).toEqual(TOO_HEAVY);
});

test('an error in our own code is not a database failure', () => {
  expect(d1Failure(new TypeError('undefined is not a function'))).toBeNull();
  expect(d1Failure('Network connection lost.')).toBeNull();
});
