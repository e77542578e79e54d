import { sql } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/events.ts';

const face = events.ticket_price_cents;

/** The columns that `priceBand` of the contract needs. */
export const bandColumns = {
  ticket_price_cents: events.ticket_price_cents,
  price_min_pct: events.price_min_pct,
  price_max_pct: events.price_max_pct,
};

/**
 * The limits of the price band in cents, in SQL: the same rule as `priceBand` in the contract, with whole numbers. Without a face value
 * every price is allowed.
 */
export const bandMin = sql<number>`coalesce((${face} * (100 + ${events.price_min_pct}) + 99) / 100, 0)`;
export const bandMax = sql<number>`coalesce(${face} * (100 + ${events.price_max_pct}) / 100, 100000000)`;
