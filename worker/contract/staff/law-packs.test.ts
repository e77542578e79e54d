import { expect, test } from 'vitest';
import { judgeLaw, LAW_PACKS } from './law-packs.ts';

const sentenceOf = (city: string, state: string | null) => judgeLaw([{ city, state }]).sentence;

test.each([
  ['Boston', 'MA'],
  ['Boston', null],
  ['Brooklyn', ' ny'],
  ['Buffalo', 'NY'],
  ['New York', 'New York'],
  ['The Bronx', null],
])('the law of %s (%s) is in a pack', (city, state) => expect(sentenceOf(city, state)).toBe(null));

test.each([
  ['Philadelphia', 'PA', 'Philadelphia, PA'],
  ['Boston', 'PA', 'Boston, PA'],
  ['Hoboken', null, 'Hoboken'],
])('the law of %s (%s) is in none', (city, state, named) => expect(sentenceOf(city, state)).toContain(`: ${named}. `));

test('without tickets on sale there is no place to judge', () => expect(judgeLaw([]).sentence).toBe(null));

test('each pack has a source and the day when somebody read it', () => {
  for (const { source, read_on } of LAW_PACKS) {
    expect(new URL(source).protocol).toBe('https:');
    expect(Number.isNaN(Date.parse(read_on))).toBe(false);
  }
});
