import { expect, test } from 'vitest';
import { type GoingFriend, shortNameOf } from '../../../../worker/contract/nights/going.ts';
import { goingWords } from './going-words.ts';

const friend = (first_name: string | null, intent: GoingFriend['intent'] = 'going'): GoingFriend => ({
  first_name,
  initials: '',
  intent,
});
const [ana, ben, cleo, dan] = [friend('Ana'), friend('Ben'), friend('Cleo'), friend('Dan', 'with_somebody')];

test.each([
  [[ana, ben, cleo], false, ['Ana, Ben and 1 other are going.']],
  [[ana, ben, cleo, friend(null), friend('Eve')], false, ['Ana, Ben and 3 others are going.']],
  [[ana, ben, cleo, friend('Eve'), friend('Fay')], true, ['Ana, Ben and others are going.']],
  [[friend(null), friend(null), dan], false, ['A student and a student are going.', 'Dan would go with somebody.']],
  [[ana, dan, friend(null, 'with_somebody')], false, ['Ana is going.', 'Dan and a student would go with somebody.']],
  [[dan, dan, dan], true, ['Dan, Dan and others would go with somebody.']],
])('friends are named, and the rest is counted: case %#', (friends, is_more, words) => {
  expect(goingWords({ friends, is_more })).toEqual(words);
});

test.each([
  ['Ana Ruiz', 'Ana', 'AR'],
  ['  Cleo  von Au ', 'Cleo', 'CA'],
  ['émile', 'émile', 'É'],
  ['😀 Li', '😀', '😀L'],
  [null, null, ''],
  [' ', null, ''],
])('the short name of %j is %j with the initials %j', (name, first_name, initials) => {
  expect(shortNameOf(name)).toEqual({ first_name, initials });
});
