import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { wholeDollars } from '../../../../worker/contract/trade/whole-dollars.ts';
import { EventRow } from '../../trade/on-sale/event-row.tsx';
import s from '../../trade/on-sale/on-sale.module.css';
import { JoinWaitlistButton } from '../../nights/waitlist/join-waitlist-button.tsx';
import type { TonightEvent } from './live.queries.ts';

/** One page listens to at most this many chat rooms. The other events are reloaded every ten minutes. */
const MOST_ROOMS = 8;

const LiveChat = lazy(() => import('./live-chat.client.tsx').then((module) => ({ default: module.LiveChat })));

/** True once the page has hydrated. */
function useIsBrowser(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** `now` is when the data was read, in UTC ms. */
export function TonightList({ events, now }: { events: readonly TonightEvent[]; now: number }) {
  const isBrowser = useIsBrowser();
  return (
    <ul className={s.list}>
      {events.map((event, at) => (
        <EventRow
          key={event.id}
          event={event}
          now={now}
          more={
            isBrowser &&
            at < MOST_ROOMS && (
              <Suspense>
                <LiveChat slug={event.slug} title={event.title} />
              </Suspense>
            )
          }
        >
          <Stock event={event} />
        </EventRow>
      ))}
    </ul>
  );
}

function Stock({ event }: { event: TonightEvent }) {
  const { tickets, from_price, fee, slug, title } = event;
  if (tickets === 0 || from_price === null)
    return (
      <>
        <p>No tickets right now</p>
        <JoinWaitlistButton event={event} />
      </>
    );
  return (
    <>
      <ul className={s.listings}>
        <li>
          <b>{fee === undefined ? wholeDollars(from_price) : priceText(from_price)}</b>{' '}
          <span>
            {ticketCount(tickets)}, from this price{fee ? ` with ${priceText(fee)} fees` : ''}
          </span>
        </li>
      </ul>
      <Link to="/events/$slug" params={{ slug }} className="button primary">
        See {ticketCount(tickets)}
        <span className="sr"> for {title}</span>
      </Link>
    </>
  );
}
