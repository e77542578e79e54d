import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { imageSrcset } from '../../../../worker/contract/nights/images.ts';
import { eventPhase } from '../../../../worker/contract/nights/events/event-phase.ts';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import { displayCity } from '../../../../worker/contract/nights/places.ts';
import { Art } from '../../nights/art/art.tsx';
import { Badge } from '../../../ui/badge.tsx';
import s from './on-sale.module.css';
import '../../../common/stub.css';

interface ShownEvent {
  title: string;
  slug: string;
  start_at: string;
  end_at?: string | null;
  venue?: { name: string; city: string };
  venue_name?: string;
  image_url?: string | null;
  /** The name of the poster. Without it, the row has no picture. */
  poster?: string;
}

/** A night as a wide ticket stub, with `children` on the right. `now` is in UTC ms. */
export function EventRow({
  event,
  now,
  more,
  children,
}: {
  event: ShownEvent;
  now: number;
  more?: ReactNode;
  children: ReactNode;
}) {
  const { title, slug, start_at, end_at = null, venue, venue_name, image_url = null, poster } = event;
  const { weekday, day, month, time } = eventDateParts(start_at);
  return (
    <li className={s.row}>
      <div className={s.what}>
        <div className={poster && s.picture} aria-hidden="true">
          {poster && (
            <Art src={image_url} srcSet={imageSrcset(image_url)} sizes="160px" title={title} poster={poster} />
          )}
          <span className="leaf">
            <span>{weekday.slice(0, 3)}</span>
            <b>{day}</b>
            <span>{month.slice(0, 3)}</span>
          </span>
        </div>
        <div className={s.about}>
          <h3>
            <Link to="/events/$slug" params={{ slug }}>
              {title}
            </Link>
          </h3>
          <p>{venue ? `${venue.name}, ${displayCity(venue.city)}` : venue_name}</p>
          <p className="muted">
            <time dateTime={start_at}>
              <span className="sr">
                {weekday}, {month} {day},{' '}
              </span>
              Doors {time}
            </time>{' '}
            {eventPhase({ start_at, end_at }, now) === 'on_now' && <Badge tone="live">On now</Badge>}
          </p>
          {more}
        </div>
      </div>
      <div className={s.end}>{children}</div>
    </li>
  );
}
