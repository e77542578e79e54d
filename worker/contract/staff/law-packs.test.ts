import { expect, test } from 'vitest';
import { judgeLaw, LAW_PACKS } from './law-packs.ts';

const read = { city: 'Boston', state: 'MA', has_read_law: true };

test('the check passes if somebody has read the law of every place with tickets on sale', () => {
  expect(judgeLaw([]).sentence).toBe(null);
  expect(judgeLaw([read]).sentence).toBe(null);
});

test('places whose law nobody has read are named', () => {
  const unread = [
    { city: 'Philadelphia', state: 'PA', has_read_law: false },
    { city: 'Hoboken', state: null, has_read_law: false },
  ];
  expect(judgeLaw([read, ...unread]).sentence).toContain(': Philadelphia, PA; Hoboken. ');
});

test('each pack has a source and the day when somebody read it', () => {
  for (const { source, read_on } of LAW_PACKS) {
    expect(new URL(source).protocol).toBe('https:');
    expect(Number.isNaN(Date.parse(read_on))).toBe(false);
  }
});
