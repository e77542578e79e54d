/** The fair price band of an event, in cents, both ends included. */
export interface PriceBand {
  min_cents: number;
  max_cents: number;
}

/** The band of a night without a face value: any price a listing may have, in cents. */
export const OPEN_BAND: PriceBand = { min_cents: 0, max_cents: 100_000_000 };

/** What is said of a price outside the band. */
export function askBetween({ min_cents, max_cents }: PriceBand): string {
  const [min, max] = [min_cents, max_cents].map((amount) => `$${(amount / 100).toFixed(2)}`);
  return `Ask between ${min} and ${max}, the price band of this night.`;
}

/** What the band is computed from: face value in cents and the two percentages. */
export interface PriceBandSource {
  ticket_price_cents: number | null;
  price_min_pct: number;
  price_max_pct: number;
}

/** `face × (1 + pct/100)` for both ends in integer cents, rounded inwards so that no end leaves the band; null without a face value. */
export function priceBand(event: PriceBandSource): PriceBand | null {
  if (event.ticket_price_cents === null) return null;
  return {
    min_cents: Math.ceil((event.ticket_price_cents * (100 + event.price_min_pct)) / 100),
    max_cents: Math.floor((event.ticket_price_cents * (100 + event.price_max_pct)) / 100),
  };
}

/** Whether a price per ticket may be bought at: inside the band, or any price where the event has no face value to measure by. */
export function isWithinBand(event: PriceBandSource, askPriceCents: number): boolean {
  const band = priceBand(event);
  return band === null || (askPriceCents >= band.min_cents && askPriceCents <= band.max_cents);
}
