import { useQuery } from '@tanstack/react-query';
import { Link, notFound, useParams, useRouteContext } from '@tanstack/react-router';
import { useDeferredValue, useState, useSyncExternalStore } from 'react';
import { imageSrcset } from '../../../worker/contract/nights/images.ts';
import { eventPhase } from '../../../worker/contract/nights/events/event-phase.ts';
import { wholeDollars } from '../../../worker/contract/trade/whole-dollars.ts';
import { displayCity } from '../../../worker/contract/nights/places.ts';
import { ApiError } from '../../api.ts';
import { longDate, eventDateParts } from '../../../worker/contract/time/event-time.ts';
import { areFeesIncluded } from '../../features/nights/events/fees-included.ts';
import {
  type EventCard,
  type EventDetail,
  eventQuery,
  knownCard,
} from '../../features/nights/events/events.queries.ts';
import { ShareRow } from '../../features/nights/events/share-row.tsx';
import { SaveButton } from '../../features/nights/plans/save-button.tsx';
import { Art } from '../../features/nights/art/art.tsx';
import { BAR_KEY, launchQuery } from '../../common/launch/launch.queries.ts';
import { useSession } from '../../session/session.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useApi } from '../../use-api.ts';
import { EventBody, EventBodyPlaceholder } from './event-body.tsx';
import reserved from './event-going.module.css';
import s from './event-page.module.css';
import { ClosedEventBody } from './closed-event-body.tsx';
import '../../common/stub.css';

export function EventPage() {
  const { api, queryClient } = useRouteContext({ from: '__root__' });
  const { slug } = useParams({ from: '/events/$slug' });
  const { data: whole, dataUpdatedAt, error } = useQuery(eventQuery(api, slug));
  if (error && !whole) throw error instanceof ApiError && error.code === 'event.not_found' ? notFound() : error;
  const card = knownCard(queryClient, slug);
  const known = whole ?? card;
  return known ? (
    <Event key={known.id} poster={card?.poster} known={known} whole={whole ?? null} readAt={dataUpdatedAt} />
  ) : (
    <Loading />
  );
}

const BADGES = { upcoming: 'Upcoming Event', on_now: 'On now', over: 'Past Event' };

const loadOwn = () => import('./event-own.client.tsx').then((module) => module.EventOwn);

const loadGoing = () => import('../../features/nights/going/going-part.client.tsx').then((module) => module.GoingPart);

const never = () => () => undefined;

/**
 * Renders the poster and the facts first, and the tickets and the buy panel a moment later. On a page from the server,
 * all of this is already there. `readAt` is when the event was read (UTC ms, or 0 before that). It lets the browser
 * show the same phase as the server.
 */
function Event({
  known: event,
  whole,
  readAt,
  poster,
}: {
  known: EventCard | EventDetail;
  whole: EventDetail | null;
  readAt: number;
  /** The poster's name from a list that the browser has loaded. It makes the page show the same drawing as the list. */
  poster: string | undefined;
}) {
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const body = useDeferredValue(whole, isHydrating ? whole : null);
  const [openedAt] = useState(() => Date.now());
  const phase = eventPhase(event, readAt || openedAt);
  const isCancelled = Boolean(whole?.cancelled_at);
  const isSignedIn = useSession().status === 'signed_in';
  const api = useApi();
  const { data: early } = useQuery({ ...launchQuery(api), queryKey: BAR_KEY, enabled: false });
  const { weekday, day, month } = eventDateParts(event.start_at);
  const [date, hour] = longDate(event.start_at).split(' at ');
  return (
    <article className={s.page}>
      <header className={s.head}>
        <div className={s.poster}>
          <Art
            src={event.image_url}
            srcSet={imageSrcset(event.image_url)}
            sizes="(width < 900px) 100vw, 50vw"
            title={event.title}
            poster={poster ?? event.slug}
            eager
          />
        </div>
        <div className={s.title}>
          <p className={s.badge} data-over={phase === 'over' || isCancelled || undefined}>
            {isCancelled ? 'Canceled' : BADGES[phase]}
          </p>
          <h1>{event.title}</h1>
          {isSignedIn && <LazyPart load={loadOwn} />}
          <p className={s.place}>
            {event.venue.name}, {displayCity(event.venue.city)}
          </p>
          <time dateTime={event.start_at} className={s.when}>
            <span className={`leaf ${s.leaf}`} aria-hidden="true">
              <span>{weekday.slice(0, 3)}</span>
              <b>{day}</b>
              <span>{month.slice(0, 3)}</span>
            </span>
            <span className={s.long}>
              <span>{date}</span> <span>at {hour}</span>
            </span>
          </time>
          <dl className={s.facts}>
            {event.ticket_price !== null && (
              <div>
                <dt>Face value</dt>
                <dd>
                  {wholeDollars(event.ticket_price)}
                  {areFeesIncluded(event) && <small> before fees</small>}
                </dd>
              </div>
            )}
            <div>
              <dt>Age</dt>
              <dd>{whole?.age_policy ?? '\u00a0'}</dd>
            </div>
          </dl>
          <ShareRow event={event} isCancelled={isCancelled}>
            <SaveButton event={event} />
          </ShareRow>
          {early?.going && phase !== 'over' && !isCancelled && (
            <div className={reserved.going}>
              <LazyPart load={loadGoing} idle />
            </div>
          )}
        </div>
      </header>
      {phase === 'over' || isCancelled ? (
        <ClosedEventBody event={event} whole={body} isCancelled={isCancelled} />
      ) : body ? (
        <EventBody event={body} />
      ) : (
        <EventBodyPlaceholder description={event.description} />
      )}
      <p className={s.back}>
        <Link to="/events">All upcoming events</Link>
      </p>
    </article>
  );
}
