import { sql } from 'drizzle-orm';
import { events } from '../nights/events.ts';

const face = events.ticket_price_cents;

/**
 * The limits of the price band in cents, in SQL: the same rule as `priceBand` in the contract, with whole numbers. Without a face value
 * no price lies between them.
 */
export const bandMin = sql<number>`coalesce((${face} * (100 + ${events.price_min_pct}) + 99) / 100, 0)`;
export const bandMax = sql<number>`coalesce(${face} * (100 + ${events.price_max_pct}) / 100, -1)`;
