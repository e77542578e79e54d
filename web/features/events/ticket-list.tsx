import type { ReactNode } from 'react';
import type { EventListing } from './events.queries.ts';
import { wholeDollars } from './price.ts';
import s from './ticket-list.module.css';

/** The stamp of a checked student: drawn, with the words beside it. */
function VerifiedStamp() {
  return (
    <span className={s.stamp}>
      <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
        <circle cx="10" cy="10" r="8.200" strokeDasharray="3.200 1.100" />
        <path d="m6.200 10.300 2.600 2.600 5-5.600" strokeWidth="2" />
      </svg>
      Student Verified
    </span>
  );
}

/** The tickets for sale with the range of their prices. `action` stands at the end of each row, `empty` under the empty state. */
export function TicketList({
  listings,
  range,
  action,
  empty,
}: {
  listings: readonly EventListing[];
  range: { min: number; max: number } | null;
  action?: (listing: EventListing) => ReactNode;
  empty: ReactNode;
}) {
  return (
    <section aria-labelledby="tickets-heading">
      <div className={s.heading}>
        <h2 id="tickets-heading">Available Tickets</h2>
        {range && (
          <p className="muted">
            {wholeDollars(range.min)}
            {range.max > range.min && ` - ${wholeDollars(range.max)}`}
          </p>
        )}
      </div>
      {listings.length === 0 ? (
        <div className={s.empty}>
          <p>No tickets available yet</p>
          {empty}
        </div>
      ) : (
        <ul className={s.list}>
          {listings.map((listing) => (
            <li key={listing.id} className={s.row}>
              <div className={s.who}>
                <b>{listing.seller.display_name ?? 'A student'}</b>
                <span className="muted">
                  {listing.seller.school && `${listing.seller.school} · `}
                  {listing.quantity} {listing.quantity === 1 ? 'ticket' : 'tickets'}
                </span>
                {listing.seller.is_student_verified && <VerifiedStamp />}
              </div>
              <div className={s.end}>
                <b className={s.price}>{wholeDollars(listing.ask_price)}</b>
                {action?.(listing)}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
