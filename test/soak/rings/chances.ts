import { EDITS, FEEDS } from './event-steps.ts';
import { NEW_PRICES, PRICES, PROBLEMS } from './sale-steps.ts';
import type { Step } from './steps.ts';
import { UNTIL } from './waiting.ts';
import type { Name, Ringer } from './names.ts';

export type Random = () => number;
/** The accounts that act most often in a history, so its steps are about the same tickets. */
export interface Cast {
  sellers: readonly Name[];
  buyers: readonly Name[];
  /** Accounts that get deleted and may come back under the same addresses. */
  leaving: readonly Ringer[];
}
export type Make = (pick: <T>(of: readonly T[]) => T, chance: (of: number) => boolean, cast: Cast) => Step;
export type Steps = readonly (readonly [weight: number, make: Make, kind: Step['do']])[];
const HONEST_BUYERS: readonly Name[] = ['honest buyer', 'other honest buyer'];
const WAITING: readonly Name[] = ['waiting student', 'waiting student', 'other honest buyer'];
const ORGANIZERS: readonly Name[] = ['organizer', 'organizer', 'co-organizer'];
const AT_THE_DOOR: readonly Name[] = ['organizer', 'co-organizer', 'organizer', 'buyer'];
const keysOf = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as K[];

/**
 * Repeated entries are drawn more often: an organizer who removes the price band, and a seller who asks far too much.
 */
const FED = [
  ...keysOf(FEEDS),
  ...(['without a price', 'without a price', 'without a price', 'with a price of $500'] as const),
];
const REPRICED = [...keysOf(NEW_PRICES), ...(['eleven times the face value', 'eleven times the face value'] as const)];

export const listOfRing: Make = (pick, chance, { sellers, buyers }) => ({
  do: 'list',
  who: pick(sellers),
  kind: chance(0.65) ? 'file' : 'transfer',
  price: pick(keysOf(PRICES)),
  count: pick([1, 1, 2, 2]),
  at_once: chance(0.6),
  good: chance(0.2),
  ...(chance(0.4) ? { through: pick(chance(0.8) ? buyers : WAITING) } : {}),
});
export const listOfHonest: Make = (pick, chance) => ({
  do: 'list',
  who: 'honest seller',
  kind: pick(['file', 'transfer']),
  price: 'face',
  count: 1,
  at_once: chance(0.6),
  good: true,
  early: chance(0.5),
});
export const buyOfRing: Make = (pick, chance, { buyers }) => ({
  do: 'buy',
  who: pick(buyers),
  count: 1,
  pays: chance(0.85),
});
export const buyOfHonest: Make = (pick, chance) => ({
  do: 'buy',
  who: pick(HONEST_BUYERS),
  count: 1,
  pays: chance(0.75),
});
export const lookForTickets: Make = (pick, chance, { buyers }) => ({
  do: 'look for tickets',
  who: pick(chance(0.3) ? WAITING : buyers),
  count: pick([1, 1, 2]),
  ...(chance(0.6) ? { card: pick(['ok', 'ok', 'ok', 'refused_later'] as const) } : {}),
});
export const joinLine: Make = (pick, chance, { buyers }) => ({
  do: 'wait in line',
  who: pick(chance(0.5) ? WAITING : buyers),
});

/** The steps of the ring and of honest people. Steps that lead to trade are more frequent. */
export const STEPS: Steps = [
  [12, listOfRing, 'list'],
  [5, listOfHonest, 'list'],
  [9, buyOfRing, 'buy'],
  [6, buyOfHonest, 'buy'],
  [
    6,
    (pick, _, { buyers }) => ({
      do: 'buy as a group',
      who: pick(['honest buyer', ...buyers]),
      count: 2,
      paid: pick([1, 2, 2]),
    }),
    'buy as a group',
  ],
  [
    12,
    (pick, chance, { buyers }) => ({
      do: 'go as a squad',
      who: pick(buyers),
      with: [pick<Name>(['returner', 'seller', 'other seller', 'co-organizer', 'honest buyer'])],
      paid: chance(0.8) ? 2 : 1,
    }),
    'go as a squad',
  ],
  [2, (pick) => ({ do: 'pay late', who: pick([...HONEST_BUYERS, ...HONEST_BUYERS, 'buyer']) }), 'pay late'],
  [5, (pick, _, { sellers }) => ({ do: 'not at once any more', who: pick(sellers) }), 'not at once any more'],
  [
    6,
    (pick, _, { sellers }) => ({ do: 'change the price', who: pick(sellers), price: pick(REPRICED) }),
    'change the price',
  ],
  [7, (pick, _, { sellers }) => ({ do: 'accept', who: pick(sellers) }), 'accept'],
  [1, (pick, _, { sellers }) => ({ do: 'decline', who: pick(sellers) }), 'decline'],
  [9, (pick, chance, { sellers }) => ({ do: 'send', who: pick(sellers), good: chance(0.3) }), 'send'],
  [3, (pick, _, { buyers }) => ({ do: 'open', who: pick(buyers) }), 'open'],
  [4, (pick, chance, { buyers }) => ({ do: 'check', who: pick(buyers), right: chance(0.7) }), 'check'],
  [4, (pick, _, { buyers }) => ({ do: 'received', who: pick(buyers) }), 'received'],
  [5, (pick, _, { buyers }) => ({ do: 'complain', who: pick(buyers), kind: pick(PROBLEMS) }), 'complain'],
  [12, (pick, _, { sellers }) => ({ do: 'reply', who: pick(sellers) }), 'reply'],
  [2, () => ({ do: 'fall silent', who: 'honest seller' }), 'fall silent'],
  [
    5,
    (pick, chance, { buyers }) => ({
      do: 'mark by name',
      who: pick(AT_THE_DOOR),
      of: pick(chance(0.5) ? HONEST_BUYERS : buyers),
    }),
    'mark by name',
  ],
  [
    3,
    (pick, chance, { buyers }) => ({
      do: 'give a ticket',
      who: pick(buyers),
      to: pick<Name>(['returner', 'seller', 'other seller', 'co-organizer']),
      reads: pick(['nothing', 'the right code', 'another code']),
      back: chance(0.3),
    }),
    'give a ticket',
  ],
  [4, (pick, _, { sellers }) => ({ do: 'payout', who: pick(sellers) }), 'payout'],
  [3, (pick, _, { sellers }) => ({ do: 'withdraw', who: pick(sellers) }), 'withdraw'],
  [1, (pick, _, { buyers }) => ({ do: 'give up', who: pick(buyers) }), 'give up'],
  [5, (pick, _, { buyers }) => ({ do: 'chargeback', who: pick(buyers) }), 'chargeback'],
  [6, (pick) => ({ do: 'edit', who: pick(ORGANIZERS), what: pick(keysOf(EDITS)) }), 'edit'],
  [3, (pick) => ({ do: 'feed', who: 'organizer', what: pick(FED) }), 'feed'],
  [2, (pick) => ({ do: 'cancel night', who: pick(ORGANIZERS) }), 'cancel night'],
  [1, (pick) => ({ do: 'restore night', who: pick(ORGANIZERS) }), 'restore night'],
  [2, (pick) => ({ do: 'delete night', who: pick(ORGANIZERS) }), 'delete night'],
  [
    1,
    (pick) => ({
      do: 'give a role',
      who: pick(ORGANIZERS),
      to: pick<Name>(['seller', 'other seller', 'buyer', 'honest seller']),
      role: pick(['organizers', 'door-staff']),
    }),
    'give a role',
  ],
  [5, (pick, _, { leaving }) => ({ do: 'delete account', who: pick(leaving) }), 'delete account'],
  [2, (pick, _, { leaving }) => ({ do: 'return', who: pick(leaving) }), 'return'],
  [2, (pick) => ({ do: 'ghosts', count: pick([2, 6]) }), 'ghosts'],
  [2, joinLine, 'wait in line'],
  [3, lookForTickets, 'look for tickets'],
  [1, (pick, chance, { buyers }) => ({ do: 'take the offer', who: pick(buyers), pays: chance(0.7) }), 'take the offer'],
  [2, (pick, _, { buyers }) => ({ do: 'pass on the offer', who: pick(buyers) }), 'pass on the offer'],
  [16, (pick) => ({ do: 'wait', until: pick(keysOf(UNTIL)) }), 'wait'],
];

/** Listings that are sold at once, so their tickets can replace others of the same night. */
export const RIVALS: Steps = [
  [
    1,
    (pick, chance) => {
      const who = pick<Name>(['seller', 'other seller', 'honest seller']);
      const good = who === 'honest seller' || chance(0.3);
      return {
        do: 'list',
        who,
        kind: 'file',
        price: good ? 'face' : pick(['face', 'third']),
        count: 1,
        at_once: true,
        good,
      };
    },
    'list',
  ],
];
export const LISTS: Steps = [
  [2, listOfRing, 'list'],
  [1, listOfHonest, 'list'],
];
export const BUYS: Steps = [
  [3, buyOfRing, 'buy'],
  [2, buyOfHonest, 'buy'],
];
/** The steps with which buyer and seller act on their own sale. */
const OF_A_SALE = new Set<Step['do']>([
  ...([
    'send',
    'open',
    'check',
    'received',
    'complain',
    'reply',
    'fall silent',
    'mark by name',
    'give a ticket',
  ] as const),
  ...([
    'payout',
    'chargeback',
    'take the offer',
    'pass on the offer',
    'change the price',
    'not at once any more',
    'wait',
  ] as const),
]);
export const MOVES = STEPS.filter(([, , kind]) => OF_A_SALE.has(kind));
