import { expect, test } from 'vitest';
import { KEEPING_DAYS } from '../../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../../contract/time/durations.ts';
import { endOf, hasEnded, isFreshlyProven, isJustRefreshed } from './session-life.ts';

const BEGAN = new Date('2026-11-22T12:00:00Z');
const after = (ms: number) => new Date(BEGAN.getTime() + ms);
const [UNUSED, WHOLE] = [KEEPING_DAYS.unused_session * DAY, KEEPING_DAYS.whole_session * DAY];

test('using a session extends it, but never beyond its maximum life', () => {
  const ends = [0, DAY, WHOLE - UNUSED + 1, WHOLE - 1].map((ms) => endOf({ created_at: BEGAN }, after(ms)));
  expect(ends).toEqual([after(UNUSED), after(DAY + UNUSED), after(WHOLE), after(WHOLE)]);
});

test('a session has already ended at the exact time of its end', () => {
  expect([-1, 0, 1].map((ms) => hasEnded({ not_after: BEGAN }, after(ms)))).toEqual([false, true, true]);
});

test('a session counts as just refreshed for the given number of seconds after its start or last refresh', () => {
  const session = { created_at: BEGAN, refreshed_at: null } as Parameters<typeof isJustRefreshed>[0];
  const at = (ms: number, refreshed_at: Date | null) =>
    isJustRefreshed({ ...session, refreshed_at }, { now: after(ms), seconds: 10 });
  const just = [at(10_000, null), at(10_001, null), at(20_000, after(10_000)), at(20_001, after(10_000))];
  expect(just).toEqual([true, false, true, false]);
});

const isFresh = (ms: number, proofs: number[]) => {
  const amr = proofs.map((proof) => ({ created_at: after(proof) }));
  return isFreshlyProven({ session: { created_at: BEGAN }, amr }, after(ms));
};

test('a sign-in or a later proof is fresh until ten minutes have passed', () => {
  const fresh = [isFresh(599_999, []), isFresh(600_000, []), isFresh(600_000, [0, 1]), isFresh(700_000, [1])];
  expect(fresh).toEqual([true, false, true, false]);
});
