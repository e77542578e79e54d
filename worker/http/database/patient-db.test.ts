import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { underJob, underRequest, within } from '../answers/current-request.ts';
import { isDatabaseAway, patientDb } from './patient-db.ts';

const [UNCONFIRMED, UNAVAILABLE] = ['server.unconfirmed', 'server.unavailable'];
const READ = 'select 1';
const SAFE = 'delete from "events" where "id" = ?';
const UNSAFE = 'update "events" set "views" = "views" + 1';
const LOST = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'));
const NEVER_RAN = () =>
  Promise.reject(new Error('D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.'));
const OVERLOADED = () => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded. Too many requests queued.'));
const DUPLICATE = 'UNIQUE constraint failed: events.slug: SQLITE_CONSTRAINT';
const REFUSED = () => Promise.reject(new Error(`D1_ERROR: ${DUPLICATE}`));
const SILENT = () => new Promise<never>(() => undefined);
const ANSWERS = () => Promise.resolve({ results: ['stored'] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Each try gets the next answer in `turns`. When none is left, every further try gets the last answer again. */
async function run(sql: string, turns: readonly (() => Promise<unknown>)[]) {
  let tries = 0;
  const answer = () => turns[Math.min(tries++, turns.length - 1)]!();
  const prepare = () => ({ bind: () => ({ run: answer }) });
  const began = Date.now();
  const asked = patientDb({ prepare, batch: answer } as unknown as D1Database)
    .prepare(sql)
    .bind('id')
    .run()
    .then(
      () => 'answered',
      (error: Error & { code?: string }) => error.code ?? error.message,
    )
    .then((outcome) => ({ outcome, tries, ms: Date.now() - began }));
  await vi.runAllTimersAsync();
  return asked;
}

test('a read that fails briefly is repeated twice', async () => {
  expect(await run(READ, [LOST, LOST, ANSWERS])).toMatchObject({ outcome: 'answered', tries: 3 });
  expect(await run(READ, [LOST, LOST, LOST, ANSWERS])).toMatchObject({ outcome: 'server.unavailable', tries: 3 });
});

test('the pauses between tries are random, and together they last under a second', async () => {
  const pauses = new Set<number>();
  for (let at = 0; at < 20; at += 1) pauses.add((await run(READ, [LOST, LOST, ANSWERS])).ms);
  expect(pauses.size).toBeGreaterThan(1);
  for (const ms of pauses) expect(ms).toBeGreaterThanOrEqual(200);
  for (const ms of pauses) expect(ms).toBeLessThanOrEqual(600);
});

test('an answer leaves no timer behind', async () => {
  await patientDb({ prepare: () => ({ bind: () => ({ run: ANSWERS }) }) } as unknown as D1Database)
    .prepare(READ)
    .run();
  expect(vi.getTimerCount()).toBe(0);
});

test('while the database says nothing, a read waits 3 seconds and a write waits 10', async () => {
  expect(await run(READ, [SILENT])).toEqual({ outcome: 'server.unavailable', tries: 1, ms: 3000 });
  expect(await run(UNSAFE, [SILENT])).toEqual({ outcome: 'server.unconfirmed', tries: 1, ms: 10_000 });
});

test('a job may read for 10 seconds, because nobody waits for it', async () => {
  expect(await underJob('id', () => run(READ, [SILENT]))).toMatchObject({ outcome: 'server.unavailable', ms: 10_000 });
});

test('the repeats of a call do not extend its time limit', async () => {
  expect(await run(READ, [LOST, SILENT])).toEqual({ outcome: 'server.unavailable', tries: 2, ms: 3000 });
});

test('no database call lasts longer than the HTTP request that made it', async () => {
  const asked = underRequest('id', () => within(1000, () => run(UNSAFE, [SILENT])));
  expect(await asked).toMatchObject({ outcome: 'server.unconfirmed', ms: 1000 });
});

test.each([
  ['an unsafe write whose answer was lost is not repeated', UNSAFE, [LOST, ANSWERS], UNCONFIRMED, 1],
  ['a safe write whose answer was lost is repeated', SAFE, [LOST, ANSWERS], 'answered', 2],
  ['an unsafe write that the database never ran is repeated', UNSAFE, [NEVER_RAN, NEVER_RAN, ANSWERS], 'answered', 3],
  ['a write that the database never ran is reported as having changed nothing', UNSAFE, [NEVER_RAN], UNAVAILABLE, 3],
  ['a call that an overloaded database refused is not repeated', READ, [OVERLOADED, ANSWERS], UNAVAILABLE, 1],
  [
    'a write that may have run on its second try is not repeated again',
    UNSAFE,
    [NEVER_RAN, LOST, ANSWERS],
    UNCONFIRMED,
    2,
  ],
  [
    'a safe write whose repeat is refused is reported as unconfirmed, because its first try may have been stored',
    SAFE,
    [LOST, REFUSED],
    UNCONFIRMED,
    2,
  ],
  ['a refusal by SQLite passes through', UNSAFE, [REFUSED], `D1_ERROR: ${DUPLICATE}`, 1],
] as const)('%s', async (_name, sql, turns, outcome, tries) => {
  expect(await run(sql, turns)).toMatchObject({ outcome, tries });
});

test('once a request has changed something, a failed read no longer claims that nothing was changed', async () => {
  await underRequest('id', async () => {
    await run(UNSAFE, [ANSWERS]);
    expect((await run(READ, [OVERLOADED])).outcome).toBe('server.unconfirmed');
  });
});

test.each([
  ['an answer', READ, ANSWERS],
  ['a refusal', UNSAFE, REFUSED],
])('after a failure, the database counts as away until it gives %s', async (_, sql, turn) => {
  await run(READ, [OVERLOADED]);
  expect(isDatabaseAway()).toBe(true);
  await run(sql, [turn]);
  expect(isDatabaseAway()).toBe(false);
});
