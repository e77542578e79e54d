import { events } from '../../../../drizzle/tables/nights/events.ts';

/** The columns that `priceBand` needs. */
export const bandColumns = {
  ticket_price_cents: events.ticket_price_cents,
  price_min_pct: events.price_min_pct,
  price_max_pct: events.price_max_pct,
};
