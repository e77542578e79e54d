import { eventStatus } from '../../../contract/nights/events/admin-events.ts';
import { dollars } from '../../../contract/trade/money.ts';
import { newYorkWallClock } from '../../../contract/time/new-york-time.ts';
import type { EditedEvent, ManagedEventRow } from './admin-events.db.ts';

type Guards = Partial<Pick<EditedEvent, 'asked_edit' | 'sales' | 'has_listings'>>;

/** Prices are in dollars. The `_local` times are New York times in the format of a date-time input. */
export function managedEvent<R extends ManagedEventRow & Guards>(event: R, now: Date) {
  const {
    ticket_price_cents,
    price_max_cents,
    asked_edit: _asked,
    sales: _sales,
    has_listings: _listed,
    ...row
  } = event;
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
