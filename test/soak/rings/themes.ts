import type { Step } from './steps.ts';
import type { Until } from './waiting.ts';
import { type Drawing, type Steps, listOfRing, listOfHonest, buyOfRing, buyOfHonest, joinLine } from './chances.ts';

const HONEST_SELLS: Steps = [
  [1, listOfRing],
  [1, listOfHonest],
];
const RING_BUYS: Steps = [
  [3, buyOfRing],
  [1, buyOfHonest],
];
const HONEST_BUYS: Steps = [
  [1, buyOfRing],
  [2, buyOfHonest],
];

/** Steps of `kinds` are drawn more often. The other fields set the first step, the sale and the wait after the sale. */
export interface Theme {
  kinds: readonly Step['do'][];
  first?: Drawing;
  lists?: Steps;
  buys?: Steps;
  times?: readonly Until[];
}
const PAID_OR_SOON: readonly Until[] = ['a minute', 'four days after the night', 'four days after the night'];
const EARLY: readonly Until[] = ['a minute', 'three hours', 'a day'];
const NEAR_THE_DOORS: readonly Until[] = [
  'a minute',
  'the afternoon before the doors',
  'half an hour before the doors',
  'the doors',
];

/** Each history gets one theme, because most attacks need several steps that belong together. */
export const THEMES: readonly Theme[] = [
  { kinds: [] },
  {
    kinds: ['check', 'complain', 'fall silent', 'give a ticket', 'open', 'received', 'mark by name', 'reply'],
    lists: HONEST_SELLS,
    buys: RING_BUYS,
    times: NEAR_THE_DOORS,
  },
  {
    kinds: [
      'feed',
      'feed',
      'change the price',
      'change the price',
      'list',
      'buy',
      'buy as a group',
      'go as a squad',
      'withdraw',
      'not at once any more',
    ],
    buys: HONEST_BUYS,
    times: EARLY,
  },
  {
    kinds: ['edit', 'feed', 'pay late', 'cancel night', 'restore night', 'delete night', 'give a role'],
    buys: HONEST_BUYS,
  },
  {
    kinds: [
      'wait in line',
      'look for tickets',
      'look for tickets',
      'take the offer',
      'take the offer',
      'pass on the offer',
      'pass on the offer',
      'ghosts',
      'list',
    ],
    first: joinLine,
  },
  { kinds: ['delete account', 'return', 'chargeback', 'payout'], buys: RING_BUYS, times: PAID_OR_SOON },
];
