import { expect, test } from 'vitest';
import { type GoingFriend, shortNameOf } from '../../../../worker/contract/nights/going.ts';
import { goingWords } from './going-words.ts';

const friend = (first_name: string | null, intent: GoingFriend['intent'] = 'going'): GoingFriend => ({
  first_name,
  initials: '',
  intent,
});
const [actor, barista, cellist, drummer] = [
  friend('Actor'),
  friend('Barista'),
  friend('Cellist'),
  friend('Drummer', 'with_somebody'),
];

test.each([
  [[actor, barista, cellist], false, ['Actor, Barista and 1 other are going.']],
  [[actor, barista, cellist, friend(null), friend('Editor')], false, ['Actor, Barista and 3 others are going.']],
  [[actor, barista, cellist, friend('Editor'), friend('Flutist')], true, ['Actor, Barista and others are going.']],
  [
    [friend(null), friend(null), drummer],
    false,
    ['A student and a student are going.', 'Drummer would go with somebody.'],
  ],
  [
    [actor, drummer, friend(null, 'with_somebody')],
    false,
    ['Actor is going.', 'Drummer and a student would go with somebody.'],
  ],
  [[drummer, drummer, drummer], true, ['Drummer, Drummer and others would go with somebody.']],
])('friends are named, and the rest is counted: case %#', (friends, is_more, words) => {
  expect(goingWords({ friends, is_more })).toEqual(words);
});

test.each([
  ['Actor Room', 'Actor', 'AR'],
  ['  Cellist  von Alto ', 'Cellist', 'CA'],
  ['émile', 'émile', 'É'],
  ['😀 Li', '😀', '😀L'],
  [null, null, ''],
  [' ', null, ''],
])('the short name of %j is %j with the initials %j', (name, first_name, initials) => {
  expect(shortNameOf(name)).toEqual({ first_name, initials });
});
