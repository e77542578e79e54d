/** Money is integer cents in the code and decimal dollars in JSON. */

/** Dollars from cents; null stays null. */
export function dollars(amountCents: number): number;
export function dollars(amountCents: number | null): number | null;
export function dollars(amountCents: number | null): number | null {
  return amountCents === null ? null : amountCents / 100;
}

/** Whole cents from dollars, rounded half away from zero. */
export function cents(amount: number): number {
  return Math.round(amount * 100);
}

/** An amount in dollars for display: "$1,250.00". */
export { exactDollars as priceText } from './whole-dollars.ts';
