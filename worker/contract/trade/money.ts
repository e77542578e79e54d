import { exactDollars } from './whole-dollars.ts';

/** Money is integer cents in the code and decimal dollars in JSON. */

/** Dollars from cents; null stays null. */
export function dollars(amountCents: number): number;
export function dollars(amountCents: number | null): number | null;
export function dollars(amountCents: number | null): number | null {
  return amountCents === null ? null : amountCents / 100;
}

/** Whole cents from dollars. Half a cent is rounded up. */
export function cents(amount: number): number {
  return Math.round(amount * 100);
}

/** An amount in dollars for display: "$1,250.00". */
export { exactDollars as priceText } from './whole-dollars.ts';

/** Tells a buyer when the card is charged. In a group, other sellers may still have to answer. */
export function chargedWhen({ sold_at_once, is_in_group }: { sold_at_once: boolean; is_in_group: boolean }): string {
  if (is_in_group) return 'You’re not charged until every seller has accepted.';
  return sold_at_once
    ? 'You are charged as soon as your card is authorized.'
    : 'You’re not charged until the seller accepts.';
}

/** The words of the button that leads to the card page, with the `total` in dollars and when it is charged. */
export function reserveText({ total, sold_at_once }: { total: number; sold_at_once: boolean }): string {
  return sold_at_once
    ? `Pay ${exactDollars(total)}: charged once your card is authorized`
    : `Reserve ${exactDollars(total)}: charged only if the seller says yes`;
}

/** When the card is charged if the seller has to accept the request first. */
export const CHARGED_LATER = chargedWhen({ sold_at_once: false, is_in_group: false });
