import { type Arithmetic, NUMBERS } from '../arithmetic.ts';
import { centsText } from './money.ts';

/** In cents, including both ends. */
export interface PriceBand {
  min_cents: number;
  max_cents: number;
}

export function askBetween({ min_cents, max_cents }: PriceBand): string {
  const [min, max] = [min_cents, max_cents].map((amount) => centsText(amount));
  return `Ask between ${min} and ${max}, the price band of this night.`;
}

/** The face value is in cents. The limits are percentages above or below it, for example -10 and 20. */
export interface PriceBandSource {
  ticket_price_cents: number | null;
  price_min_pct: number;
  price_max_pct: number;
}

/** The lowest price of the band in cents, rounded up. */
export const bandMinOf = <T>({ of, plus, times, dividedBy }: Arithmetic<T>, { face, pct }: { face: T; pct: T }): T =>
  dividedBy(plus(times(face, plus(of(100), pct)), of(99)), 100);

/** The highest price of the band in cents, rounded down. The roundings keep both limits inside the exact band. */
export const bandMaxOf = <T>({ of, plus, times, dividedBy }: Arithmetic<T>, { face, pct }: { face: T; pct: T }): T =>
  dividedBy(times(face, plus(of(100), pct)), 100);

export function priceBand({
  ticket_price_cents: face,
  price_min_pct,
  price_max_pct,
}: PriceBandSource): PriceBand | null {
  if (face === null) return null;
  return {
    min_cents: bandMinOf(NUMBERS, { face, pct: price_min_pct }),
    max_cents: bandMaxOf(NUMBERS, { face, pct: price_max_pct }),
  };
}

/** False if the event has no face value. */
export function isWithinBand(event: PriceBandSource, askPriceCents: number): boolean {
  const band = priceBand(event);
  return band !== null && askPriceCents >= band.min_cents && askPriceCents <= band.max_cents;
}

/**
 * Whether an edit raises the highest price, lowers `price_min_pct`, or adds or removes the face value. Without the last
 * rule, an organizer could remove the face value and then add a higher one.
 */
export function widensBand(before: PriceBandSource, after: PriceBandSource): boolean {
  const [was, is] = [priceBand(before), priceBand(after)];
  if (was === null || is === null) return was !== is;
  return is.max_cents > was.max_cents || after.price_min_pct < before.price_min_pct;
}
