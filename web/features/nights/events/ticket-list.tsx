import type { ReactNode } from 'react';
import { exactDollars, wholeDollars } from '../../../../worker/contract/trade/whole-dollars.ts';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SellerLine } from '../../people/seller/seller-line.tsx';
import type { EventListing } from './events.queries.ts';
import s from './ticket-list.module.css';
import { TotalPrice } from './total-price.tsx';
import '../../../common/stub.css';

/** Shows `range` to the cent if prices include the fees. `heldUntil` is ISO 8601. */
export function TicketList({
  listings,
  range,
  feesIncluded,
  heldUntil,
  waitlistFirst,
  renderAction,
  renderSeller,
  empty,
}: {
  listings: readonly EventListing[];
  range: { min: number; max: number } | null;
  feesIncluded: boolean;
  heldUntil: string | null;
  waitlistFirst: boolean;
  renderAction: (listing: EventListing) => ReactNode;
  renderSeller?: ((listing: EventListing) => ReactNode) | undefined;
  empty: ReactNode;
}) {
  const price = feesIncluded ? exactDollars : wholeDollars;
  return (
    <section aria-labelledby="tickets-heading">
      <div className={s.heading}>
        <h2 id="tickets-heading">Available Tickets</h2>
        {range && (
          <p className="muted">
            {price(range.min)}
            {range.max > range.min && ` - ${price(range.max)}`}
          </p>
        )}
      </div>
      {waitlistFirst && listings.length > 0 && (
        <p className={`muted ${s.first}`}>More tickets are offered to the waitlist first.</p>
      )}
      {listings.length === 0 ? (
        <div className="empty">
          {heldUntil && <p suppressHydrationWarning>{`All held until ${untilWhen(heldUntil)}`}</p>}
          {waitlistFirst && <p>Offered to the waitlist first</p>}
          {!heldUntil && !waitlistFirst && <p>No tickets available yet</p>}
          {empty}
        </div>
      ) : (
        <ul className={s.list}>
          {listings.map((listing) => (
            <li key={listing.id} className={s.row}>
              <SellerLine seller={listing.seller} said={ticketCount(listing.quantity)}>
                {!listing.eligible && listing.quantity > 0 && (
                  <span className={s.outside}>Outside the fair price band</span>
                )}
                {listing.is_instant && <Badge tone="live">Sold at once</Badge>}
                {listing.first_until && (
                  <span suppressHydrationWarning>
                    Only for the seller’s mutuals until {untilWhen(listing.first_until)}
                  </span>
                )}
                {renderSeller?.(listing)}
              </SellerLine>
              <div className={s.end}>
                {listing.total_price === undefined ? (
                  <b className={s.price}>{wholeDollars(listing.ask_price)}</b>
                ) : (
                  <TotalPrice total={listing.total_price} fee={listing.fee ?? 0} />
                )}
                {renderAction(listing)}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
