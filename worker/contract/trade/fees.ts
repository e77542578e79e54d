import { type Arithmetic, NUMBERS } from '../arithmetic.ts';

/** What Vouch charges: percent of the price of a ticket, and cents for each ticket. */
export interface Fees {
  buyer_pct: number;
  buyer_fixed_cents: number;
  seller_pct: number;
}

/** The price of tickets in cents. The buyer pays `total_cents`, the seller gets `receives_cents`. */
export interface Price {
  tickets_cents: number;
  buyer_fee_cents: number;
  seller_fee_cents: number;
  total_cents: number;
  receives_cents: number;
}

/** A share of an amount in cents, rounded half up. `pct` may have up to four decimals. */
const shareOf = <T>({ of, plus, times, dividedBy }: Arithmetic<T>, amount: T, pct: number): T =>
  dividedBy(plus(times(amount, of(Math.round(pct * 10_000))), of(500_000)), 1_000_000);

/** The buyer's fee for one ticket in cents. A free ticket has none. */
export const buyerFeeOf = <T>(calc: Arithmetic<T>, { ask, fees }: { ask: T; fees: Fees }): T =>
  calc.choose(ask, calc.plus(shareOf(calc, ask, fees.buyer_pct), calc.of(fees.buyer_fixed_cents)), calc.of(0));

/** The seller's fee for one ticket in cents. */
export const sellerFeeOf = <T>(calc: Arithmetic<T>, { ask, fees }: { ask: T; fees: Fees }): T =>
  shareOf(calc, ask, fees.seller_pct);

/** What a buyer pays for the tickets in cents. */
export const totalOf = <T>(calc: Arithmetic<T>, { ask, quantity, fees }: { ask: T; quantity: T; fees: Fees }): T =>
  calc.times(calc.plus(ask, buyerFeeOf(calc, { ask, fees })), quantity);

/**
 * The price of `quantity` tickets at `ask_cents` each. The fees are rounded for one ticket, so that two tickets cost
 * twice as much as one. A free ticket has no fees.
 */
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

/** More cents than half of what a ticket can cost, and a power of two. */
const FIRST_STEP = 2 ** 31;

/**
 * The highest price of a ticket in cents whose total for one ticket is at most `total_cents`; -1 if even a free ticket
 * costs more.
 */
export function highestAsk({ total_cents, fees }: { total_cents: number; fees: Fees }): number {
  if (total_cents < 0) return -1;
  let ask = 0;
  // The steps become smaller whatever the fees are, so that the search ends.
  for (let step = FIRST_STEP; step >= 1; step /= 2) {
    if (priceOf({ ask_cents: ask + step, quantity: 1, fees }).total_cents <= total_cents) ask += step;
  }
  return ask;
}

/** The usual fees, which the Worker's variables name too. */
export const USUAL_FEES: Fees = { buyer_pct: 8, buyer_fixed_cents: 50, seller_pct: 0 };
