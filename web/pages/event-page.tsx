import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useRouteContext } from '@tanstack/react-router';
import { imageSrcset } from '../../worker/contract/images.ts';
import { displayCity } from '../../worker/contract/places.ts';
import { longNight, nightParts } from '../features/events/event-time.ts';
import { type EventDetail, eventQuery } from '../features/events/events.queries.ts';
import { wholeDollars } from '../features/events/price.ts';
import { ShareRow } from '../features/events/share-row.tsx';
import { StatTiles } from '../features/events/stat-tiles.tsx';
import { TicketList } from '../features/events/ticket-list.tsx';
import { BuyPanel } from '../features/tickets/buy-panel.tsx';
import { useBuying } from '../features/tickets/buying.ts';
import { RequestButton } from '../features/tickets/request-button.tsx';
import { SentStub } from '../features/tickets/sent-stub.tsx';
import { JoinWaitlistButton } from '../features/waitlist/join-waitlist-button.tsx';
import { Art } from '../ui/art.tsx';
import { Later } from '../ui/later.tsx';
import s from './event-page.module.css';

/** The edge draws nothing of it: the Worker's bundle leaves it out. */
const loadLive = import.meta.env.SSR
  ? () => Promise.resolve(() => null)
  : () => import('./event-live.tsx').then((module) => module.EventLive);

/** One night: its poster, what is known of it, its tickets; beside them the places of buying and of the chat. */
export function EventPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const { slug } = useParams({ from: '/events/$slug' });
  const { data: event } = useSuspenseQuery(eventQuery(api, slug));
  return <Night key={event.id} event={event} />;
}

function Night({ event }: { event: EventDetail }) {
  const { api } = useRouteContext({ from: '__root__' });
  const buying = useBuying(event, eventQuery(api, event.slug).queryKey);
  const listings = event.listings ?? [];
  const { weekday, day, month } = nightParts(event.start_at);
  return (
    <article className={s.page}>
      <header className={s.head}>
        <div className={s.poster}>
          <Art src={event.image_url} srcSet={imageSrcset(event.image_url)} sizes="(width < 900px) 100vw, 50vw" title={event.title} eager />
        </div>
        <div className={s.title}>
          <p className={s.badge}>Upcoming Event</p>
          <h1>{event.title}</h1>
          <p className={s.place}>
            {event.venue.name}, {displayCity(event.venue.city)}
          </p>
          <time dateTime={event.start_at} className={s.when}>
            <span className={s.leaf} aria-hidden="true">
              <span>{weekday.slice(0, 3)}</span>
              <b>{day}</b>
              <span>{month.slice(0, 3)}</span>
            </span>
            <span className={s.long}>{longNight(event.start_at)}</span>
          </time>
          <dl className={s.facts}>
            <div>
              <dt>Face value</dt>
              <dd>{wholeDollars(event.ticket_price)}</dd>
            </div>
            <div>
              <dt>Age</dt>
              <dd>{event.age_policy}</dd>
            </div>
          </dl>
          <ShareRow title={event.title} slug={event.slug} />
        </div>
      </header>
      <div className={s.body}>
        <div className={s.main}>
          {event.description && <p className={s.about}>{event.description}</p>}
          <StatTiles listingCount={event.listing_count} />
          <TicketList
            listings={listings}
            range={event.price_range}
            action={<RequestButton buying={buying} />}
            empty={<JoinWaitlistButton event={event} primary />}
          />
        </div>
        <aside className={s.side}>
          {listings.length > 0 && <BuyPanel buying={buying} band={event.price_band} />}
          <SentStub buying={buying} />
          <p className="muted">
            {listings.length > 0
              ? 'Nothing that fits? Leave your details and we tell you when another ticket turns up.'
              : 'Want in? Leave your details and we tell you when a ticket turns up.'}
          </p>
          <JoinWaitlistButton event={event} primary={listings.length === 0} />
        </aside>
        <div className={s.chat}>
          <Later load={loadLive} idle />
        </div>
      </div>
      <p className={s.back}>
        <Link to="/events">All upcoming events</Link>
      </p>
    </article>
  );
}
