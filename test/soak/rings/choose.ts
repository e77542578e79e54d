import { seededRandom } from '../../../worker/local/fake-provider/seeded-random.ts';
import { BUYS, LISTS, MOVES, RIVALS, STEPS } from './chances.ts';
import { THEMES } from './themes.ts';
import { answersTo, castOf, makeStep, stepOf, timeAfterSale } from './draw.ts';
import type { Step } from './steps.ts';
import { isOfTheRing, type Name } from './names.ts';

const LENGTHS = { least: 1, more: 10 };
/** The steps from `MOVES` that follow the first sale are fewer than this. */
const MOST_MOVES = 6;
const BEGIN_WITH_A_SALE = 0.9;
/** The chance of another step between two parts of the first sale. */
const BETWEEN = 0.3;
/** The share of first sales for which other tickets of the same night are on sale. */
const WITH_A_RIVAL = 0.35;

/**
 * Returns the accounts for the next step: only the step's account if it belongs to the ring, else `usual`. For honest
 * accounts, `beHonest` acts.
 */
const ofTheRing = (step: Step, usual: readonly Name[]): readonly Name[] =>
  'who' in step && isOfTheRing(step.who) ? [step.who] : usual;

/** Returns the history of a seed. Most histories begin with a sale, so that there is money to win. */
export function historyOf(seed: number): Step[] {
  const random = seededRandom(seed * 7919 + 11);
  const cast = castOf(random);
  const theme = THEMES[Math.floor(random() * THEMES.length)];
  const { kinds, first, lists = LISTS, buys = BUYS } = theme;
  const any = () => stepOf(random, { steps: STEPS, cast, kinds });
  const sometimes = () => (random() < BETWEEN ? [any()] : []);
  const rival = () => (random() < WITH_A_RIVAL ? [stepOf(random, { steps: RIVALS, cast })] : []);
  const begin = first ? [makeStep(random, { drawing: first, cast })] : [];
  const list = stepOf(random, { steps: lists, cast });
  const bought = stepOf(random, { steps: buys, cast });
  const buy = [...sometimes(), bought, ...sometimes(), ...answersTo(random, { list, buy: bought })];
  const sides = { ...cast, sellers: ofTheRing(list, cast.sellers), buyers: ofTheRing(bought, cast.buyers) };
  const moves = Array.from({ length: Math.floor(random() * MOST_MOVES) }, () =>
    stepOf(random, { steps: MOVES, cast: sides, kinds }),
  );
  const sale = [...sometimes(), list, ...buy, ...rival(), ...sometimes(), timeAfterSale(random, theme), ...moves];
  const length = LENGTHS.least + Math.floor(random() * LENGTHS.more);
  return [...begin, ...(random() < BEGIN_WITH_A_SALE ? sale : []), ...Array.from({ length }, any)];
}
