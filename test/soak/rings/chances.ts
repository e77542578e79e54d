import { EDITS, FEEDS } from './event-steps.ts';
import { NEW_PRICES, PRICES, PROBLEMS } from './sale-steps.ts';
import type { Step } from './steps.ts';
import { UNTIL } from './waiting.ts';
import type { Name, Ringer } from './names.ts';

export type Random = () => number;
/** The accounts that act most often in a random history. They are few, so many steps are about the same tickets. */
export interface Cast {
  sellers: readonly Name[];
  buyers: readonly Name[];
  /** Accounts that get deleted and may come back under the same addresses. */
  leaving: readonly Ringer[];
}
type Draw<Drawn> = (pick: <T>(of: readonly T[]) => T, chance: (of: number) => boolean, cast: Cast) => Drawn;
type Kind = Step['do'];
type Fields<K, S = Step> = S extends { do: infer D } ? (K extends D ? Omit<S, 'do'> : never) : never;
export interface Drawing {
  kind: Kind;
  draw: Draw<Step>;
}
export type Steps = readonly (readonly [weight: number, drawing: Drawing])[];

const step = <K extends Kind>(kind: K, draw: Draw<Fields<K>>): Drawing => ({
  kind,
  draw: (...given) => ({ do: kind, ...draw(...given) }) as Step,
});

const HONEST_BUYERS: readonly Name[] = ['honest buyer', 'other honest buyer'];
const WAITING: readonly Name[] = ['waiting student', 'waiting student', 'other honest buyer'];
const ORGANIZERS: readonly Name[] = ['organizer', 'organizer', 'co-organizer'];
const AT_THE_DOOR: readonly Name[] = ['organizer', 'co-organizer', 'organizer', 'buyer'];
const keysOf = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as K[];

/** An entry that is listed several times is drawn more often. */
const FED = [
  ...keysOf(FEEDS),
  ...(['without a price', 'without a price', 'without a price', 'with a price of $500'] as const),
];
const REPRICED = [...keysOf(NEW_PRICES), ...(['eleven times the face value', 'eleven times the face value'] as const)];

export const listOfRing = step('list', (pick, chance, { sellers, buyers }) => ({
  who: pick(sellers),
  kind: chance(0.65) ? 'file' : 'transfer',
  price: pick(keysOf(PRICES)),
  count: pick([1, 1, 2, 2]),
  at_once: chance(0.6),
  good: chance(0.2),
  ...(chance(0.4) ? { through: pick(chance(0.8) ? buyers : WAITING) } : {}),
}));
export const listOfHonest = step('list', (pick, chance) => ({
  who: 'honest seller',
  kind: pick(['file', 'transfer']),
  price: 'face',
  count: 1,
  at_once: chance(0.6),
  good: true,
  early: chance(0.5),
}));
export const buyOfRing = step('buy', (pick, chance, { buyers }) => ({
  who: pick(buyers),
  count: 1,
  pays: chance(0.85),
}));
export const buyOfHonest = step('buy', (pick, chance) => ({ who: pick(HONEST_BUYERS), count: 1, pays: chance(0.75) }));
export const joinLine = step('wait in line', (pick, chance, { buyers }) => ({
  who: pick(chance(0.5) ? WAITING : buyers),
}));
const lookForTickets = step('look for tickets', (pick, chance, { buyers }) => ({
  who: pick(chance(0.3) ? WAITING : buyers),
  count: pick([1, 1, 2]),
  ...(chance(0.6) ? { card: pick(['ok', 'ok', 'ok', 'refused_later'] as const) } : {}),
}));
const bySeller = (kind: 'accept' | 'decline' | 'reply' | 'payout' | 'withdraw' | 'not at once any more') =>
  step(kind, (pick, _, { sellers }) => ({ who: pick(sellers) }));
const byBuyer = (kind: 'open' | 'received' | 'give up' | 'chargeback' | 'pass on the offer') =>
  step(kind, (pick, _, { buyers }) => ({ who: pick(buyers) }));
const byOrganizer = (kind: 'cancel night' | 'restore night' | 'delete night') =>
  step(kind, (pick) => ({ who: pick(ORGANIZERS) }));
const byLeaving = (kind: 'delete account' | 'return') => step(kind, (pick, _, { leaving }) => ({ who: pick(leaving) }));

/** Each kind of step with its weight. */
export const STEPS: Steps = [
  [12, listOfRing],
  [5, listOfHonest],
  [9, buyOfRing],
  [6, buyOfHonest],
  [
    6,
    step('buy as a group', (pick, _, { buyers }) => ({
      who: pick(['honest buyer', ...buyers]),
      count: 2,
      paid: pick([1, 2, 2]),
    })),
  ],
  [
    12,
    step('go as a squad', (pick, chance, { buyers }) => ({
      who: pick(buyers),
      with: [pick<Name>(['returner', 'seller', 'other seller', 'co-organizer', 'honest buyer'])],
      paid: chance(0.8) ? 2 : 1,
    })),
  ],
  [2, step('pay late', (pick) => ({ who: pick([...HONEST_BUYERS, ...HONEST_BUYERS, 'buyer']) }))],
  [5, bySeller('not at once any more')],
  [6, step('change the price', (pick, _, { sellers }) => ({ who: pick(sellers), price: pick(REPRICED) }))],
  [7, bySeller('accept')],
  [1, bySeller('decline')],
  [9, step('send', (pick, chance, { sellers }) => ({ who: pick(sellers), good: chance(0.3) }))],
  [3, byBuyer('open')],
  [4, step('check', (pick, chance, { buyers }) => ({ who: pick(buyers), right: chance(0.7) }))],
  [4, byBuyer('received')],
  [5, step('complain', (pick, _, { buyers }) => ({ who: pick(buyers), kind: pick(PROBLEMS) }))],
  [12, bySeller('reply')],
  [2, step('fall silent', () => ({ who: 'honest seller' }))],
  [
    5,
    step('mark by name', (pick, chance, { buyers }) => ({
      who: pick(AT_THE_DOOR),
      of: pick(chance(0.5) ? HONEST_BUYERS : buyers),
    })),
  ],
  [
    3,
    step('give a ticket', (pick, chance, { buyers }) => ({
      who: pick(buyers),
      to: pick<Name>(['returner', 'seller', 'other seller', 'co-organizer']),
      reads: pick(['nothing', 'the right code', 'another code']),
      back: chance(0.3),
    })),
  ],
  [4, bySeller('payout')],
  [3, bySeller('withdraw')],
  [1, byBuyer('give up')],
  [5, byBuyer('chargeback')],
  [6, step('edit', (pick) => ({ who: pick(ORGANIZERS), what: pick(keysOf(EDITS)) }))],
  [3, step('feed', (pick) => ({ who: 'organizer', what: pick(FED) }))],
  [2, byOrganizer('cancel night')],
  [1, byOrganizer('restore night')],
  [2, byOrganizer('delete night')],
  [
    1,
    step('give a role', (pick) => ({
      who: pick(ORGANIZERS),
      to: pick<Name>(['seller', 'other seller', 'buyer', 'honest seller']),
      role: pick(['organizers', 'door-staff']),
    })),
  ],
  [5, byLeaving('delete account')],
  [2, byLeaving('return')],
  [2, step('ghosts', (pick) => ({ count: pick([2, 6]) }))],
  [2, joinLine],
  [3, lookForTickets],
  [1, step('take the offer', (pick, chance, { buyers }) => ({ who: pick(buyers), pays: chance(0.7) }))],
  [2, byBuyer('pass on the offer')],
  [16, step('wait', (pick) => ({ until: pick(keysOf(UNTIL)) }))],
];

/** Steps for listings that sell without the seller's answer. Their tickets can replace other tickets of the event. */
export const RIVALS: Steps = [
  [
    1,
    step('list', (pick, chance) => {
      const who = pick<Name>(['seller', 'other seller', 'honest seller']);
      const good = who === 'honest seller' || chance(0.3);
      return { who, kind: 'file', price: good ? 'face' : pick(['face', 'third']), count: 1, at_once: true, good };
    }),
  ],
];
export const LISTS: Steps = [
  [2, listOfRing],
  [1, listOfHonest],
];
export const BUYS: Steps = [
  [3, buyOfRing],
  [2, buyOfHonest],
];
const OF_A_SALE = new Set<Kind>([
  ...(['send', 'open', 'check', 'received', 'complain', 'reply', 'fall silent', 'mark by name'] as const),
  ...(['give a ticket', 'payout', 'chargeback', 'take the offer', 'pass on the offer', 'change the price'] as const),
  ...(['not at once any more', 'wait'] as const),
]);
export const MOVES = STEPS.filter(([, { kind }]) => OF_A_SALE.has(kind));
