import { sql } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/nights/events.ts';
import { bandMaxOf, bandMinOf } from '../../contract/trade/price-band.ts';
import { IN_SQL } from '../database/arithmetic.ts';

const face = events.ticket_price_cents;

/** The lowest price, in cents, that the price band of an event allows. */
export const bandMin = sql<number>`coalesce(${bandMinOf(IN_SQL, { face, pct: events.price_min_pct })}, 0)`;
/** The highest price, in cents, that the price band of an event allows. Without a face value, no price is allowed. */
export const bandMax = sql<number>`coalesce(${bandMaxOf(IN_SQL, { face, pct: events.price_max_pct })}, -1)`;
