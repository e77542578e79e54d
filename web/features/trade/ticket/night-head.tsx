import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { imageSrcset } from '../../../../worker/contract/nights/images.ts';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import { Art } from '../../nights/art/art.tsx';
import { useCountdown } from '../payments/countdown.ts';
import s from './ticket-screen.module.css';

/** If the night comes from this phone's storage, the optional fields may be missing. */
export interface TicketEvent {
  title: string;
  venue_name: string;
  start_at: string;
  slug?: string | undefined;
  image_url?: string | null | undefined;
  address?: string | null | undefined;
}

export function NightHead({ event, poster }: { event: TicketEvent; poster: Blob | undefined }) {
  const { title, slug, image_url = null, venue_name, address, start_at } = event;
  const { weekday, month, day, time } = eventDateParts(start_at);
  return (
    <header className={s.head}>
      <div className={s.poster}>
        {poster ? (
          <KeptPoster poster={poster} />
        ) : (
          <Art src={image_url} srcSet={imageSrcset(image_url)} title={title} poster={slug ?? 'a-night'} eager />
        )}
      </div>
      <div className={s.night}>
        <h1>
          {slug ? (
            <Link to="/events/$slug" params={{ slug }}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h1>
        <p>
          <time dateTime={start_at}>
            {weekday}, {month} {day}, {time}
          </time>
          <Countdown start_at={start_at} />
        </p>
        <p>
          {[venue_name, address].filter(Boolean).join(', ')}
          <a className={s.map} href={mapOf([venue_name, address])} rel="noreferrer" target="_blank">
            Map<span className="sr"> of {venue_name} (opens a new tab)</span>
          </a>
        </p>
      </div>
    </header>
  );
}

function KeptPoster({ poster }: { poster: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(poster);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [poster],
  );
  return <img ref={show} alt="" width={640} height={400} />;
}

function mapOf(place: readonly (string | null | undefined)[]): string {
  const query = encodeURIComponent(place.filter(Boolean).join(', '));
  return `https://www.google.com/maps/search/?api=1&query=${query}`;
}

const DAY_S = 86_400;

function Countdown({ start_at }: { start_at: string }) {
  const left = useCountdown(start_at);
  if (left === null) return null;
  const [hours = 0] = left.split(':').length === 3 ? left.split(':').map(Number) : [];
  const days = Math.floor((hours * 3600) / DAY_S);
  return (
    <span className={s.left} role="timer">
      Doors in {days >= 2 ? `${days} days` : left}
    </span>
  );
}
