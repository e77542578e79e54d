import { exactDollars } from './whole-dollars.ts';

/** Money is integer cents in the code and decimal dollars in JSON. */

export function dollars(amountCents: number): number;
export function dollars(amountCents: number | null): number | null;
export function dollars(amountCents: number | null): number | null {
  return amountCents === null ? null : amountCents / 100;
}

/** Rounds to the nearest cent. */
export function cents(amount: number): number {
  return Math.round(amount * 100);
}

/** An amount in dollars for display: "$1,250.00". */
export { exactDollars as priceText } from './whole-dollars.ts';

export const centsText = (amountCents: number) => exactDollars(dollars(amountCents));

export function chargedWhen({ sold_at_once, is_in_group }: { sold_at_once: boolean; is_in_group: boolean }): string {
  if (is_in_group) return 'You’re not charged until every seller has accepted.';
  return sold_at_once
    ? 'You are charged as soon as your card is authorized.'
    : 'You’re not charged until the seller accepts.';
}

/** `total` is in dollars. */
export function reserveText({ total, sold_at_once }: { total: number; sold_at_once: boolean }): string {
  return sold_at_once
    ? `Pay ${exactDollars(total)}: charged once your card is authorized`
    : `Reserve ${exactDollars(total)}: charged only if the seller says yes`;
}

export const CHARGED_LATER = chargedWhen({ sold_at_once: false, is_in_group: false });
