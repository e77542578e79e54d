import { eventStatus } from '../../contract/admin-events.ts';
import { dollars } from '../../contract/money.ts';
import { newYorkWallClock } from '../../contract/new-york-time.ts';
import type { ManagedEventRow } from './admin-events.db.ts';

/** An event for the admin area: prices in dollars, its status, and its times in the format of a date-time field, in New York time. */
export function managedEvent<R extends ManagedEventRow>({ ticket_price_cents, price_max_cents, ...row }: R, now: Date) {
  return {
    ...row,
    ticket_price: dollars(ticket_price_cents),
    price_max: dollars(price_max_cents),
    start_local: newYorkWallClock(row.start_at),
    end_local: row.end_at && newYorkWallClock(row.end_at),
    publish_local: row.publish_at && newYorkWallClock(row.publish_at),
    status: eventStatus(row, now),
  };
}
