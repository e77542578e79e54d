import { dollars, priceText } from './money.ts';

/** The fair price band of an event, in cents, both ends included. */
export interface PriceBand {
  min_cents: number;
  max_cents: number;
}

/** The message for a price outside the band. */
export function askBetween({ min_cents, max_cents }: PriceBand): string {
  const [min, max] = [min_cents, max_cents].map((amount) => priceText(dollars(amount)));
  return `Ask between ${min} and ${max}, the price band of this night.`;
}

/** The data for the price band: face value in cents and the two percentages. */
export interface PriceBandSource {
  ticket_price_cents: number | null;
  price_min_pct: number;
  price_max_pct: number;
}

/**
 * Both limits are `face × (1 + pct/100)` in integer cents, rounded inwards so that neither lies outside the band; null without a face
 * value.
 */
export function priceBand(event: PriceBandSource): PriceBand | null {
  if (event.ticket_price_cents === null) return null;
  return {
    min_cents: Math.ceil((event.ticket_price_cents * (100 + event.price_min_pct)) / 100),
    max_cents: Math.floor((event.ticket_price_cents * (100 + event.price_max_pct)) / 100),
  };
}

/** Whether a price per ticket is inside the band. Without a face value there is none, so no price is. */
export function isWithinBand(event: PriceBandSource, askPriceCents: number): boolean {
  const band = priceBand(event);
  return band !== null && askPriceCents >= band.min_cents && askPriceCents <= band.max_cents;
}

/** Whether an edit lets people ask for more or less than before, in one step or by taking the face value away for a while. */
export function widensBand(before: PriceBandSource, after: PriceBandSource): boolean {
  const [was, is] = [priceBand(before), priceBand(after)];
  if (was === null || is === null) return was !== is;
  return is.max_cents > was.max_cents || after.price_min_pct < before.price_min_pct;
}
