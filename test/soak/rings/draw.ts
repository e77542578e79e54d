import type { Step } from './steps.ts';
import type { Until } from './waiting.ts';
import type { Name, Ringer } from './names.ts';
import type { Random, Cast, Make, Steps } from './chances.ts';
import type { Theme } from './themes.ts';

const SELLERS: readonly Name[] = [
  'seller',
  'seller',
  'other seller',
  'other seller',
  'returner',
  'returner',
  'organizer',
  'co-organizer',
];
/** The possible main sellers. All of them may sell for the night. */
const MAIN_SELLERS: readonly Ringer[] = ['seller', 'other seller', 'returner'];
const BUYERS: readonly Name[] = ['buyer', 'buyer', 'buyer', 'returner', 'co-organizer'];
const LEAVING: readonly Ringer[] = ['returner', 'returner', 'seller', 'other seller'];

const SOON: readonly Until[] = ['a minute', 'a minute', 'a minute', 'the doors', 'four days after the night'];
/** Steps of the theme are drawn this many times more often. */
const THEME_WEIGHT = 5;
/** A history's main seller and main buyer act this many times more often. */
const MAIN_WEIGHT = 25;

/** Of the buyers who do not pay at once, this share never pays. */
const NEVER_PAYS = 0.3;
/** For each time that a seller declines, and each time that a buyer gives up, sellers accept this many times. */
const MOSTLY_ACCEPTS = 6;

const one = <T>(random: Random, of: readonly T[]) => of[Math.floor(random() * of.length)];
const mostly = <T extends Name>(main: T, of: readonly T[]): readonly T[] => [
  ...Array<T>(MAIN_WEIGHT).fill(main),
  ...of,
];

export function castOf(random: Random): Cast {
  const seller = one(random, MAIN_SELLERS);
  const buyer = one(
    random,
    BUYERS.filter((name) => name !== seller),
  );
  return { sellers: mostly<Name>(seller, SELLERS), buyers: mostly(buyer, BUYERS), leaving: mostly(seller, LEAVING) };
}

/** Draws how long people wait after the first sale of a history. */
export const timeAfterSale = (random: Random, { times = SOON }: Theme): Step => ({
  do: 'wait',
  until: one(random, times),
});

/**
 * Returns the steps after a buyer's request: a late payment if needed, and the answer of a seller who does not sell at
 * once.
 */
export function answersTo(random: Random, { list, buy }: { list: Step; buy: Step }): Step[] {
  if (list.do !== 'list' || buy.do !== 'buy') return [];
  const late: Step[] = buy.pays || random() < NEVER_PAYS ? [] : [{ do: 'pay late', who: buy.who }];
  const { who } = list;
  const answer = one<() => Step>(random, [
    ...Array<() => Step>(MOSTLY_ACCEPTS).fill(() => ({ do: 'accept', who })),
    () => ({ do: 'decline', who }),
    () => ({ do: 'give up', who: buy.who }),
  ]);
  return list.at_once ? late : [...late, answer()];
}

/** Draws a step. Steps of the theme are more likely. */
export function stepOf(
  random: Random,
  { steps, cast, kinds = [] }: { steps: Steps; cast: Cast; kinds?: readonly Step['do'][] },
): Step {
  const weighed = steps.map(
    ([weight, make, kind]) => [weight * THEME_WEIGHT ** kinds.filter((each) => each === kind).length, make] as const,
  );
  let left = random() * weighed.reduce((sum, [weight]) => sum + weight, 0);
  const [, make] = weighed.find(([weight]) => (left -= weight) < 0)!;
  return makeStep(random, { make, cast });
}

export const makeStep = (random: Random, { make, cast }: { make: Make; cast: Cast }): Step =>
  make(
    (of) => one(random, of),
    (of) => random() < of,
    cast,
  );
