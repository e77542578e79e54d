import { expect, test } from 'vitest';
import { type GoingFriend, shortNameOf } from '../../../../worker/contract/nights/going.ts';
import { goingWords } from './going-words.ts';

const friend = (first_name: string | null, intent: GoingFriend['intent'] = 'going'): GoingFriend => ({
  first_name,
  initials: '',
  intent,
});
const [aunt, boss, cook, dean] = [friend('Aunt'), friend('Boss'), friend('Cook'), friend('Dean', 'with_somebody')];

test.each([
  [[aunt, boss, cook], false, ['Aunt, Boss and 1 other are going.']],
  [[aunt, boss, cook, friend(null), friend('Exec')], false, ['Aunt, Boss and 3 others are going.']],
  [[aunt, boss, cook, friend('Exec'), friend('Fan')], true, ['Aunt, Boss and others are going.']],
  [[friend(null), friend(null), dean], false, ['A student and a student are going.', 'Dean would go with somebody.']],
  [
    [aunt, dean, friend(null, 'with_somebody')],
    false,
    ['Aunt is going.', 'Dean and a student would go with somebody.'],
  ],
  [[dean, dean, dean], true, ['Dean, Dean and others would go with somebody.']],
])('friends are named, and the rest is counted: case %#', (friends, is_more, words) => {
  expect(goingWords({ friends, is_more })).toEqual(words);
});

test.each([
  ['Aunt Room', 'Aunt', 'AR'],
  ['  Cook  von Alto ', 'Cook', 'CA'],
  ['émile', 'émile', 'É'],
  ['😀 Li', '😀', '😀L'],
  [null, null, ''],
  [' ', null, ''],
])('the short name of %j is %j with the initials %j', (name, first_name, initials) => {
  expect(shortNameOf(name)).toEqual({ first_name, initials });
});
