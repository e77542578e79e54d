import { seededRandom } from '../../../worker/local/fake-provider/seeded-random.ts';
import { EDITS } from './event-steps.ts';
import { PROBLEMS, PRICES, type Step } from './steps.ts';
import { UNTIL } from './waiting.ts';
import type { Name, Ringer } from './world.ts';

type Random = () => number;
type Make = (pick: <T>(of: readonly T[]) => T, chance: (of: number) => boolean) => Step;

const SELLERS: readonly Name[] = ['seller', 'seller', 'other seller', 'other seller', 'returner', 'returner', 'organizer', 'co-organizer'];
const BUYERS: readonly Name[] = ['buyer', 'buyer', 'buyer', 'returner', 'co-organizer'];
/** The one that deletes the account, and may come back under the same address. */
const LEAVING: readonly Ringer[] = ['returner', 'returner', 'seller', 'other seller'];
const ORGANIZERS: readonly Name[] = ['organizer', 'organizer', 'co-organizer'];
const keysOf = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as K[];

/** The steps of the ring and of honest people. Those that lead to trade are frequent. */
const STEPS: readonly (readonly [weight: number, make: Make])[] = [
  [
    12,
    (pick, chance) => ({
      do: 'list',
      who: pick(SELLERS),
      kind: chance(0.75) ? 'file' : 'transfer',
      price: pick(keysOf(PRICES)),
      count: pick([1, 1, 2]),
      at_once: chance(0.6),
      good: chance(0.2),
    }),
  ],
  [
    5,
    (pick, chance) => ({
      do: 'list',
      who: 'honest seller',
      kind: pick(['file', 'transfer']),
      price: 'face',
      count: 1,
      at_once: chance(0.6),
      good: true,
    }),
  ],
  [9, (pick, chance) => ({ do: 'buy', who: pick(BUYERS), count: 1, pays: chance(0.9) })],
  [6, (pick) => ({ do: 'buy', who: pick(['honest buyer', 'other honest buyer']), count: 1, pays: true })],
  [2, (pick) => ({ do: 'buy as a group', who: pick(['honest buyer', ...BUYERS]), count: 2, paid: pick([1, 2, 2]) })],
  [1, (pick) => ({ do: 'not at once any more', who: pick(SELLERS) })],
  [7, (pick) => ({ do: 'accept', who: pick(SELLERS) })],
  [1, (pick) => ({ do: 'decline', who: pick(SELLERS) })],
  [4, (pick, chance) => ({ do: 'send', who: pick(SELLERS), good: chance(0.3) })],
  [3, (pick) => ({ do: 'open', who: pick(BUYERS) })],
  [2, (pick) => ({ do: 'received', who: pick(BUYERS) })],
  [5, (pick) => ({ do: 'complain', who: pick(BUYERS), kind: pick(PROBLEMS) })],
  [1, (pick) => ({ do: 'reply', who: pick(SELLERS) })],
  [4, (pick) => ({ do: 'payout', who: pick(SELLERS) })],
  [1, (pick) => ({ do: 'withdraw', who: pick(SELLERS) })],
  [1, (pick) => ({ do: 'give up', who: pick(BUYERS) })],
  [5, (pick) => ({ do: 'chargeback', who: pick(BUYERS) })],
  [6, (pick) => ({ do: 'edit', who: pick(ORGANIZERS), what: pick(keysOf(EDITS)) })],
  [2, (pick) => ({ do: 'cancel night', who: pick(ORGANIZERS) })],
  [1, (pick) => ({ do: 'restore night', who: pick(ORGANIZERS) })],
  [5, (pick) => ({ do: 'delete account', who: pick(LEAVING) })],
  [2, (pick) => ({ do: 'return', who: pick(LEAVING) })],
  [2, (pick) => ({ do: 'ghosts', count: pick([2, 6]) })],
  [1, () => ({ do: 'wait in line', who: 'waiting student' })],
  [16, (pick) => ({ do: 'wait', until: pick(keysOf(UNTIL)) })],
];

/** Tickets that can replace others of the same night without anybody's answer. */
const RIVALS: typeof STEPS = [
  [
    1,
    (pick, chance) => {
      const who = pick<Name>(['seller', 'other seller', 'honest seller']);
      const good = who === 'honest seller' || chance(0.3);
      return { do: 'list', who, kind: 'file', price: good ? 'face' : pick(['face', 'third']), count: 1, at_once: true, good };
    },
  ],
];
const LISTS = STEPS.slice(0, 2);
const BUYS = STEPS.slice(2, 4);
const SOON: Step = { do: 'wait', until: 'a minute' };
const PAID: Step = { do: 'wait', until: 'four days after the night' };
const LENGTHS = { least: 2, more: 12 };
/** How many histories begin with a sale, and how many steps may come between the parts of it. */
const BEGIN_WITH_A_SALE = 0.9;
const BETWEEN = 0.3;
/** How many of these sales are paid out before anything else happens. */
const PAID_OUT = 0.25;
/** How many of these sales have other tickets beside them. */
const WITH_A_RIVAL = 0.35;

/** The history of a seed: most begin with a sale, so that there is money to fight for. */
export function historyOf(seed: number): Step[] {
  const random = seededRandom(seed * 7919 + 11);
  const any = () => stepOf(random, STEPS);
  const sometimes = () => (random() < BETWEEN ? [any()] : []);
  const rival = () => (random() < WITH_A_RIVAL ? [stepOf(random, RIVALS)] : []);
  const list = stepOf(random, LISTS);
  const accept: Step[] = list.do === 'list' && !list.at_once ? [{ do: 'accept', who: list.who }] : [];
  const buy = [...sometimes(), stepOf(random, BUYS), ...accept];
  const sale = [...sometimes(), list, ...buy, ...rival(), ...sometimes(), random() < PAID_OUT ? PAID : SOON];
  const length = LENGTHS.least + Math.floor(random() * LENGTHS.more);
  return [...(random() < BEGIN_WITH_A_SALE ? sale : []), ...Array.from({ length }, any)];
}

function stepOf(random: Random, steps: typeof STEPS): Step {
  let left = random() * steps.reduce((sum, [weight]) => sum + weight, 0);
  const [, make] = steps.find(([weight]) => (left -= weight) < 0)!;
  return make(
    (of) => of[Math.floor(random() * of.length)],
    (of) => random() < of,
  );
}
