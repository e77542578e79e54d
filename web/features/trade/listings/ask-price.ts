import { cents } from '../../../../worker/contract/trade/money.ts';
import { askBetween } from '../../../../worker/contract/trade/price-band.ts';
import { DOLLARS_AND_CENTS, MOST_LISTED } from '../../../../worker/contract/trade/tickets.ts';

/** The price band of an event in dollars, both ends included. Null if any price is allowed. */
export type Band = { min: number; max: number } | null;

/** In dollars. Null if the text is not an amount in dollars and cents. */
export function readPrice(text: string): number | null {
  const typed = text.trim().replace(/^\$/, '').replace(',', '.');
  return /^\d{1,6}(\.\d{1,2})?$/.test(typed) ? Number(typed) : null;
}

export function priceProblem(text: string, band: Band): string | null {
  const price = readPrice(text);
  if (price === null) return DOLLARS_AND_CENTS;
  const isInside = band === null || (price >= band.min && price <= band.max);
  return isInside ? null : askBetween({ min_cents: cents(band.min), max_cents: cents(band.max) });
}

/** Returns null if the text is not a number of tickets that one listing can have. */
export function readListed(text: string): number | null {
  const quantity = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return quantity >= 1 && quantity <= MOST_LISTED ? quantity : null;
}
