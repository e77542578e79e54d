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

/** Tells a buyer when the card is charged, for tickets that are sold at once or by a seller who answers. */
export const chargedWhen = (isSoldAtOnce: boolean): string =>
  isSoldAtOnce
    ? 'You are charged as soon as your card is authorized.'
    : 'You are not charged until the seller accepts.';
