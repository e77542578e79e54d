import { expect, test } from 'vitest';
import { MOST_DATES, seriesStarts } from './series.ts';

test('weekly and biweekly series keep the weekday and time, up to and including the last date', () => {
  const from = { start: '2026-10-23T22:00', until: '2026-11-13' } as const;
  expect(seriesStarts({ ...from, every: 'weekly' })).toEqual([
    '2026-10-23T22:00',
    '2026-10-30T22:00',
    '2026-11-06T22:00',
    '2026-11-13T22:00',
  ]);
  expect(seriesStarts({ ...from, every: 'biweekly' })).toEqual(['2026-10-23T22:00', '2026-11-06T22:00']);
});

test('a monthly series stays on the second or the fifth Friday, and skips months without a fifth Friday', () => {
  expect(seriesStarts({ start: '2026-12-11T22:00', every: 'monthly', until: '2027-03-31' })).toEqual([
    '2026-12-11T22:00',
    '2027-01-08T22:00',
    '2027-02-12T22:00',
    '2027-03-12T22:00',
  ]);
  expect(seriesStarts({ start: '2027-01-29T22:00', every: 'monthly', until: '2027-05-31' })).toEqual([
    '2027-01-29T22:00',
    '2027-04-30T22:00',
  ]);
});

test('a series that is too long gets one date more than the limit, so that it can be refused', () => {
  const endless = seriesStarts({ start: '2026-12-11T22:00', every: 'weekly', until: '2199-01-01' });
  expect(endless).toHaveLength(MOST_DATES + 1);
  expect(seriesStarts({ start: '2026-12-11T22:00', every: 'weekly', until: '2026-01-01' })).toEqual([]);
});
