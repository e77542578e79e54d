import { priceText } from '../../../worker/contract/trade/money.ts';
import { lazy, type MouseEvent, Suspense } from 'react';
import { type EventDetail, eventQuery } from '../../features/nights/events/events.queries.ts';
import { StatTiles } from '../../features/nights/events/stat-tiles.tsx';
import { TicketList } from '../../features/nights/events/ticket-list.tsx';
import { areFeesIncluded } from '../../features/nights/events/fees-included.ts';
import { BuyPanel } from '../../features/trade/buying/buy-panel.tsx';
import { payingFor, priceOfOne } from '../../features/trade/buying/eligible-listings.ts';
import { useBuying } from '../../features/trade/buying/use-buying.ts';
import { PurchaseSheet } from '../../features/trade/buying/purchase-sheet.tsx';
import { RequestButton } from '../../features/trade/buying/request-button.tsx';
import { SentRequest } from '../../features/trade/buying/sent-request.tsx';
import { useSheet } from '../../features/trade/buying/use-sheet.ts';
import { useOpenFirst } from '../../features/people/vouches/use-open-first.ts';
import { JoinWaitlistButton } from '../../features/nights/waitlist/join-waitlist-button.tsx';
import { useIsWaiting } from '../../features/nights/waitlist/use-is-waiting.ts';
import { useUserId } from '../../session/session.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { useApi } from '../../use-api.ts';
import { EventChat } from './event-chat.tsx';
import s from './event-page.module.css';

const loadTogether = () => import('./event-together.client.tsx').then((module) => module.EventTogether);

/** The seller's mutuals. If this component does not load, it shows nothing, and the tickets stay on the page. */
const SellerMutuals = lazy(() =>
  import('../../features/people/vouches/seller-mutuals.client.tsx').then(
    (module) => ({ default: module.SellerMutuals }),
    () => ({ default: () => null }),
  ),
);

export function EventBody({ event }: { event: EventDetail }) {
  const api = useApi();
  const me = useUserId();
  const buying = useBuying(event, eventQuery(api, event.slug).queryKey, useOpenFirst(event, me));
  const { asked, ask } = useSheet(buying);
  const listings = event.listings ?? [];
  /** While buyers pay on Vouch, the link to the buy panel opens the purchase sheet instead. */
  const openSheet = (click: MouseEvent) => {
    if (!buying.best || !payingFor(buying.best, 1)) return;
    click.preventDefault();
    ask(buying.best);
  };
  const heldUntil = event.held_until;
  const isWaiting = useIsWaiting(event.id);
  return (
    <div className={s.body}>
      <div className={s.main}>
        {event.description && <p className={s.about}>{event.description}</p>}
        <StatTiles listingCount={event.listing_count} tiles={event.tiles} />
        <TicketList
          listings={listings}
          range={event.price_range}
          feesIncluded={areFeesIncluded(event)}
          heldUntil={heldUntil}
          waitlistFirst={event.waitlist_first}
          renderAction={(listing) => <RequestButton listing={listing} me={me} onAsk={() => ask(listing)} />}
          renderSeller={
            me === null
              ? undefined
              : ({ seller }) => (
                  <Suspense>
                    <SellerMutuals slug={event.slug} user_id={me} seller_id={seller.id} />
                  </Suspense>
                )
          }
          empty={
            <JoinWaitlistButton
              event={event}
              primary
              quiet
              label={heldUntil && !event.waitlist_first ? 'Tell me' : 'Join Waitlist'}
            />
          }
        />
        {buying.listings[0] && (
          <p className={s.reach}>
            <a className="button primary" href="#buy" onClick={openSheet}>
              Buy from {priceText(priceOfOne(buying.listings[0]))}
            </a>
          </p>
        )}
      </div>
      <aside id="buy" className={s.side}>
        {listings.length > 0 && <BuyPanel buying={buying} band={event.price_band} onAsk={ask} />}
        <LazyPart load={loadTogether} idle />
        <SentRequest buying={buying} me={me} />
        {!isWaiting && (
          <p className="muted">
            {listings.length > 0
              ? 'Nothing that fits? Leave your details, and we’ll email you when you’re in.'
              : 'Want in? Leave your details, and we’ll email you when you’re in.'}
          </p>
        )}
        <JoinWaitlistButton event={event} primary={listings.length === 0} quiet />
      </aside>
      <EventChat />
      {asked && (
        <PurchaseSheet
          asked={asked}
          buying={buying}
          event={event}
          me={me}
          onClose={() => {
            buying.choose(false);
            ask(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Fills the screen, so that nothing below it jumps. */
export function EventBodyPlaceholder({ description }: { description: string | null }) {
  return (
    <div className={s.body} data-skeleton>
      <div className={s.main}>
        {description && <p className={s.about}>{description}</p>}
        <StatTiles listingCount={null} tiles={null} />
        <output className={s.coming}>Loading...</output>
      </div>
    </div>
  );
}
