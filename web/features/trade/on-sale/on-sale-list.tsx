import { Link } from '@tanstack/react-router';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EventRow } from './event-row.tsx';
import s from './on-sale.module.css';
import type { OnSaleEvent } from './on-sale.queries.ts';

export function OnSaleList({ events, now }: { events: readonly OnSaleEvent[]; now: number }) {
  return (
    <ul className={s.list}>
      {events.map((event) => (
        <EventRow key={event.id} event={event} now={now}>
          <ul className={s.listings}>
            {event.offers.map((listing) => (
              <Listing key={listing.id} {...listing} />
            ))}
          </ul>
          <Link to="/events/$slug" params={{ slug: event.slug }} className="button primary">
            See {ticketCount(event.tickets)}
            <span className="sr"> for {event.title}</span>
          </Link>
        </EventRow>
      ))}
    </ul>
  );
}

function Listing({ price, fee, quantity, is_instant }: OnSaleEvent['offers'][number]) {
  return (
    <li>
      <b>{priceText(price)}</b>{' '}
      <span>
        {fee !== null && fee > 0 && `${priceText(price - fee)} + ${priceText(fee)} fees · `}
        {ticketCount(quantity)}
        {quantity > 1 && ' together'}
      </span>{' '}
      {is_instant && <Badge tone="live">Sold at once</Badge>}
    </li>
  );
}
