import { Link } from '@tanstack/react-router';
import { type ComponentType, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { imageSrcset } from '../../../../worker/contract/nights/images.ts';
import { type EventPhase, eventPhase } from '../../../../worker/contract/nights/events/event-phase.ts';
import { exactDollars, wholeDollars } from '../../../../worker/contract/trade/whole-dollars.ts';
import { displayCity } from '../../../../worker/contract/nights/places.ts';
import { Art } from '../art/art.tsx';
import { ErrorBoundary } from '../../../ui/error-boundary.tsx';
import s from './event-card.module.css';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import type { EventCard as Event } from './events.queries.ts';

/** The card picture that morphs into the event page's picture. */
let morphingPicture: HTMLElement | undefined;
/** The slug of the event whose card was opened last. */
let opened: string | undefined;

function morph(picture: HTMLElement | null | undefined, slug: string): void {
  morphingPicture?.style.removeProperty('view-transition-name');
  picture?.style.setProperty('view-transition-name', 'poster');
  morphingPicture = picture ?? undefined;
  opened = slug;
}

function Leaf({ instant }: { instant: string }) {
  const { weekday, day, month } = eventDateParts(instant);
  return (
    <span className={s.leaf} aria-hidden="true">
      <span>{weekday.slice(0, 3)}</span>
      <b>{day}</b>
      <span>{month.slice(0, 3)}</span>
    </span>
  );
}

interface Shown {
  action: ComponentType<{ event: Event }>;
  mark?: ComponentType<{ event: Event }>;
  /** Shows the title in place of a broken picture. */
  titled?: boolean;
}

/** Memoized, so that a card does not render again when the list around it grows. */
const EventCard = memo(function EventCard({
  event,
  phase,
  action: Action,
  mark: Mark,
  titled,
  eager,
}: Shown & { event: Event; phase: EventPhase; eager: boolean }) {
  const { weekday, month, day, time } = eventDateParts(event.start_at);
  const hasTickets = event.tickets > 0 && phase !== 'over';
  const price = event.total_price ?? (hasTickets ? event.from_price : event.ticket_price);
  const priced = price !== null && (
    <>
      {hasTickets ? (
        <small>
          {event.tickets}
          <span className="sr"> {event.tickets > 1 ? 'tickets' : 'ticket'}</span> from{' '}
        </small>
      ) : (
        <small>Starting at </small>
      )}
      <b>{event.total_price ? exactDollars(price) : wholeDollars(price)}</b>
    </>
  );
  return (
    <article className={s.stub}>
      <div
        className={s.picture}
        ref={(picture) => void (picture && opened === event.slug && morph(picture, event.slug))}
      >
        <Art
          src={event.image_url}
          srcSet={imageSrcset(event.image_url)}
          title={event.title}
          poster={event.poster}
          titled={titled}
          eager={eager}
        />
        <Leaf instant={event.start_at} />
        {phase !== 'upcoming' && (
          <strong className={phase === 'over' ? s.past : s.on}>{phase === 'over' ? 'Past Event' : 'On now'}</strong>
        )}
        {Mark && <Mark event={event} />}
      </div>
      <div className={s.text}>
        <h3>
          <Link
            to="/events/$slug"
            params={{ slug: event.slug }}
            className={s.link}
            onClick={({ currentTarget }) => morph(currentTarget.closest('article')?.querySelector('div'), event.slug)}
          >
            {event.title}
          </Link>
        </h3>
        <p>
          {event.venue.name}, {displayCity(event.venue.city)}
        </p>
        <time className="muted" dateTime={event.start_at}>
          {weekday.slice(0, 3)}, {month.slice(0, 3)} {day} · {time}
        </time>
        {event.description && <p className={s.about}>{event.description}</p>}
      </div>
      <div className={s.tear}>
        {event.fee ? (
          <details>
            <summary>
              {priced} <small>with fees</small>
            </summary>
            <small>
              {exactDollars(price! - event.fee)} + {exactDollars(event.fee)} fees
            </small>
          </details>
        ) : (
          <p>{priced}</p>
        )}
        {hasTickets && (
          <Link to="/events/$slug" params={{ slug: event.slug }} hash="tickets-heading" className="button">
            See tickets<span className="sr"> for {event.title}</span>
          </Link>
        )}
        {!hasTickets && phase !== 'over' && <Action event={event} />}
      </div>
    </article>
  );
});

/** The number of cards that the browser lays out together. Twelve cards fill whole rows of one to four columns. */
const STRIP = 12;

/** Measured heights of strips, in px. A key is the width of the window with the id of the strip's first event. */
const stripHeights = new Map<string, number>();

/** When shown again, a strip starts at its measured height, so Back scrolls to the right card. */
function Strip({ first, children }: { first: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const strip = list.current!;
    const name = `${window.innerWidth} ${first}`;
    const height = stripHeights.get(name);
    if (height) strip.style.containIntrinsicHeight = `auto ${height}px`;
    return () => void stripHeights.set(name, strip.offsetHeight);
  }, [first]);
  return (
    <ul className={`grid ${s.strip}`} ref={list}>
      {children}
    </ul>
  );
}

/** `now` is when the events were read, in UTC ms. If a card fails to render, its place in the grid stays empty. */
export function EventGrid({ events, now, ...shown }: Shown & { events: readonly Event[]; now: number }) {
  return Array.from({ length: Math.ceil(events.length / STRIP) }, (_, at) => (
    <Strip key={at} first={events[at * STRIP]!.id}>
      {events.slice(at * STRIP, (at + 1) * STRIP).map((event, place) => (
        <li key={event.id} className={s.item}>
          <ErrorBoundary>
            <EventCard event={event} phase={eventPhase(event, now)} eager={at === 0 && place < 2} {...shown} />
          </ErrorBoundary>
        </li>
      ))}
    </Strip>
  ));
}

export function EventSkeletons({ count = 4 }: { count?: number }) {
  return (
    <output className="grid" aria-label="Loading events">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={`${s.stub} ${s.skeleton}`} data-skeleton>
          <div className={s.picture} />
          <div className={s.text} />
          <div className={s.tear} />
        </div>
      ))}
    </output>
  );
}
