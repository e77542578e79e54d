import type { Step } from './steps.ts';
import type { Until } from './waiting.ts';
import type { Name, Ringer } from './names.ts';
import type { Random, Cast, Drawing, Steps } from './chances.ts';
import type { Theme } from './themes.ts';

/** All of these accounts may sell for the night. */
const MAIN_SELLERS: readonly Ringer[] = ['seller', 'other seller', 'returner'];
const SELLERS: readonly Name[] = [...MAIN_SELLERS.flatMap((name) => [name, name]), 'organizer', 'co-organizer'];
const BUYERS: readonly Name[] = ['buyer', 'buyer', 'buyer', 'returner', 'co-organizer'];
const LEAVING: readonly Ringer[] = ['returner', 'returner', 'seller', 'other seller'];

const SOON: readonly Until[] = ['a minute', 'a minute', 'a minute', 'the doors', 'four days after the night'];
const THEME_WEIGHT = 5;
const MAIN_WEIGHT = 25;

/** Of the buyers who do not pay at once, this share never pays. */
const NEVER_PAYS = 0.3;
/** The weight of an acceptance by the seller. A decline and a buyer who gives up each have the weight 1. */
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

export const timeAfterSale = (random: Random, { times = SOON }: Theme): Step => ({
  do: 'wait',
  until: one(random, times),
});

/** Returns steps that can follow a purchase: a late payment, and the seller's answer or the buyer's withdrawal. */
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

/** Draws one of `steps`. Steps of a kind in `kinds` are drawn more often. */
export function stepOf(
  random: Random,
  { steps, cast, kinds = [] }: { steps: Steps; cast: Cast; kinds?: readonly Step['do'][] },
): Step {
  const weighed = steps.map(([weight, drawing]) => {
    const times = kinds.filter((each) => each === drawing.kind).length;
    return [weight * THEME_WEIGHT ** times, drawing] as const;
  });
  let left = random() * weighed.reduce((sum, [weight]) => sum + weight, 0);
  const [, drawing] = weighed.find(([weight]) => (left -= weight) < 0)!;
  return makeStep(random, { drawing, cast });
}

export const makeStep = (random: Random, { drawing, cast }: { drawing: Drawing; cast: Cast }): Step =>
  drawing.draw(
    (of) => one(random, of),
    (of) => random() < of,
    cast,
  );
