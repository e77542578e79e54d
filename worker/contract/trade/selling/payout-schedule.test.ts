import { expect, test } from 'vitest';
import { currentRun, nextRun } from './payout-schedule.ts';

test.each([
  ['a minute before 10 AM on Monday', '2030-06-10T13:59:59Z', null, '2030-06-10T14:00:00Z'],
  ['10 AM on Monday', '2030-06-10T14:00:00Z', '2030-06-10T14:00:00Z', '2030-06-10T14:00:00Z'],
  ['a minute after 10 AM on Monday', '2030-06-10T14:01:00Z', '2030-06-10T14:00:00Z', '2030-06-17T14:00:00Z'],
  ['11:59 PM on Monday', '2030-06-11T03:59:00Z', '2030-06-10T14:00:00Z', '2030-06-17T14:00:00Z'],
  ['10 AM on Tuesday', '2030-06-11T14:00:00Z', null, '2030-06-17T14:00:00Z'],
  ['Sunday evening, which is Monday in UTC', '2030-06-17T02:00:00Z', null, '2030-06-17T14:00:00Z'],
  ['10 AM on the first Monday of summer time', '2030-03-11T14:00:00Z', '2030-03-11T14:00:00Z', '2030-03-11T14:00:00Z'],
  ['10:00:01 on the Monday before summer time', '2030-03-04T15:00:01Z', '2030-03-04T15:00:00Z', '2030-03-11T14:00:00Z'],
  ['9 AM (10 AM in summer time) on the Monday after summer time', '2030-11-04T14:00:00Z', null, '2030-11-04T15:00:00Z'],
  ['10:00:01 on the last summer-time Monday', '2030-10-28T14:00:01Z', '2030-10-28T14:00:00Z', '2030-11-04T15:00:00Z'],
])('at %s, the current and the next payout run are found', (_what, now, running, next) => {
  expect(currentRun(new Date(now))).toEqual(running && new Date(running));
  expect(nextRun(new Date(now))).toEqual(new Date(next));
});
