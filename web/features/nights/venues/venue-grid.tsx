import { Link } from '@tanstack/react-router';
import { imageSrcset } from '../../../../worker/contract/nights/images.ts';
import { displayCity } from '../../../../worker/contract/nights/places.ts';
import { Art } from '../art/art.tsx';
import s from './venue-grid.module.css';
import type { Venue } from './venues.queries.ts';

/** Lists venues, the `chosen` one first. If they `havePages`, each venue links to its page, otherwise to its events. */
export function VenueGrid({
  venues,
  havePages,
  chosen,
}: {
  venues: readonly Venue[];
  havePages: boolean;
  chosen?: string | undefined;
}) {
  if (venues.length === 0) return <p className={s.empty}>No venues yet. Check back soon for exciting venues!</p>;
  const ordered = venues.toSorted((a, b) => Number(b.slug === chosen) - Number(a.slug === chosen));
  return (
    <ul className={`grid ${s.list}`}>
      {ordered.map((venue) => (
        <li key={venue.id} className={s.card} aria-current={venue.slug === chosen ? 'true' : undefined}>
          <div className={s.picture}>
            <Art src={venue.image_url} srcSet={imageSrcset(venue.image_url)} title={venue.name} poster={venue.slug} />
            {venue.slug === chosen && <strong className={s.mark}>This venue</strong>}
          </div>
          <div className={s.text}>
            <h2>{venue.name}</h2>
            {venue.address && <p>{venue.address}</p>}
            <p className="muted">{[displayCity(venue.city), venue.state].filter(Boolean).join(', ')}</p>
            <Link
              {...(havePages
                ? { to: '/venues/$slug', params: { slug: venue.slug } }
                : { to: '/events', search: { q: venue.name } })}
              className="button"
            >
              View Events<span className="sr"> at {venue.name}</span>
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function VenueSkeletons() {
  return (
    <output className={`grid ${s.list}`} aria-label="Loading venues">
      {Array.from({ length: 6 }, (_, at) => (
        <div key={at} className={`${s.card} ${s.skeleton}`} data-skeleton>
          <div className={s.picture} />
          <div className={s.text} />
        </div>
      ))}
    </output>
  );
}
