import { type Arithmetic, NUMBERS } from '../arithmetic.ts';

/** Percentages of the ticket price, and cents per ticket. */
export interface Fees {
  buyer_pct: number;
  buyer_fixed_cents: number;
  seller_pct: number;
}

export interface Price {
  tickets_cents: number;
  buyer_fee_cents: number;
  seller_fee_cents: number;
  total_cents: number;
  receives_cents: number;
}

/** Rounds half up. `pct` can have up to four decimals. */
const shareOf = <T>({ of, plus, times, dividedBy }: Arithmetic<T>, amount: T, pct: number): T =>
  dividedBy(plus(times(amount, of(Math.round(pct * 10_000))), of(500_000)), 1_000_000);

/** The fee for one ticket, in cents. A free ticket has no fee. */
export const buyerFeeOf = <T>(calc: Arithmetic<T>, { ask, fees }: { ask: T; fees: Fees }): T =>
  calc.choose(ask, calc.plus(shareOf(calc, ask, fees.buyer_pct), calc.of(fees.buyer_fixed_cents)), calc.of(0));

export const sellerFeeOf = <T>(calc: Arithmetic<T>, { ask, fees }: { ask: T; fees: Fees }): T =>
  shareOf(calc, ask, fees.seller_pct);

export const totalOf = <T>(calc: Arithmetic<T>, { ask, quantity, fees }: { ask: T; quantity: T; fees: Fees }): T =>
  calc.times(calc.plus(ask, buyerFeeOf(calc, { ask, fees })), quantity);

/** The fees are rounded per ticket, so that two tickets cost twice as much as one. */
export function priceOf({ ask_cents, quantity, fees }: { ask_cents: number; quantity: number; fees: Fees }): Price {
  const sale = { ask: ask_cents, quantity, fees };
  const buyerFee = buyerFeeOf(NUMBERS, sale);
  const sellerFee = sellerFeeOf(NUMBERS, sale);
  return {
    tickets_cents: ask_cents * quantity,
    buyer_fee_cents: buyerFee * quantity,
    seller_fee_cents: sellerFee * quantity,
    total_cents: totalOf(NUMBERS, sale),
    receives_cents: (ask_cents - sellerFee) * quantity,
  };
}

/** The first step of `highestAsk`, in cents. The steps halve down to 1 and together exceed `MOST_CENTS`. */
const FIRST_STEP = 2 ** 31;

/** Finds the highest ticket price in cents whose total is at most `total_cents`. Returns -1 if there is none. */
export function highestAsk({ total_cents, fees }: { total_cents: number; fees: Fees }): number {
  if (total_cents < 0) return -1;
  let ask = 0;
  for (let step = FIRST_STEP; step >= 1; step /= 2) {
    if (priceOf({ ask_cents: ask + step, quantity: 1, fees }).total_cents <= total_cents) ask += step;
  }
  return ask;
}

/** The same as the defaults of the Worker's variables. */
export const USUAL_FEES: Fees = { buyer_pct: 8, buyer_fixed_cents: 50, seller_pct: 0 };
