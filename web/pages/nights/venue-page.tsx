import { type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { notFound, redirect, useParams } from '@tanstack/react-router';
import { imageSrcset } from '../../../worker/contract/nights/images.ts';
import { displayCity } from '../../../worker/contract/nights/places.ts';
import { type ApiClient, ApiError } from '../../api.ts';
import { Art } from '../../features/nights/art/art.tsx';
import { EventGrid } from '../../features/nights/events/event-card.tsx';
import { FollowButton } from '../../features/nights/plans/follow-button.tsx';
import { SaveHeart } from '../../features/nights/plans/save-button.tsx';
import { mapLink } from '../../features/nights/venues/map-link.ts';
import { venueQuery, venuesQuery, type VenueWithEvents } from '../../features/nights/venues/venues.queries.ts';
import { JoinWaitlistButton } from '../../features/nights/waitlist/join-waitlist-button.tsx';
import { useApi } from '../../use-api.ts';
import s from './venue-page.module.css';
import { VenuesPage } from './venues-page.tsx';

/**
 * Returns null while the launch switch for venue pages is off. The slug of a merged venue redirects: in the browser
 * here, and at the edge in `render-page.ts`.
 */
export async function loadVenue({
  context: { queryClient, api },
  params: { slug },
}: {
  context: { queryClient: QueryClient; api: ApiClient };
  params: { slug: string };
}): Promise<VenueWithEvents | null> {
  const read = queryClient.ensureInfiniteQueryData(venueQuery(api, slug)).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'venue.not_found' ? notFound() : error;
  });
  const page = (await read).pages[0] ?? null;
  if (!page) await queryClient.ensureQueryData(venuesQuery(api));
  else if (page.venue.slug !== slug && typeof document !== 'undefined')
    throw redirect({ to: '/venues/$slug', params: { slug: page.venue.slug }, replace: true });
  return page;
}

export function VenuePage() {
  const api = useApi();
  const { slug } = useParams({ from: '/venues/$slug' });
  const { data, dataUpdatedAt, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSuspenseInfiniteQuery(venueQuery(api, slug));
  const pages = data.pages.filter((page) => page !== null);
  const [first] = pages;
  if (!first) return <VenuesPage />;
  const { venue } = first;
  const events = pages.flatMap((page) => page.events);
  return (
    <article>
      <header className={s.head}>
        <div className={s.picture}>
          <Art
            src={venue.image_url}
            srcSet={imageSrcset(venue.image_url)}
            sizes="(width < 900px) 100vw, 50vw"
            title={venue.name}
            poster={venue.slug}
            eager
          />
        </div>
        <div className={s.title}>
          <h1>{venue.name}</h1>
          <address className={s.place}>
            {venue.address && <span>{venue.address}</span>}
            <span>{[displayCity(venue.city), venue.state].filter(Boolean).join(', ')}</span>
          </address>
          <p className="row">
            <FollowButton venue={venue} />
            <a className="button" href={mapLink(venue)} target="_blank" rel="noopener noreferrer">
              Open in Maps<span className="sr"> (new tab)</span>
            </a>
          </p>
        </div>
      </header>
      <section className="wrap" aria-labelledby="coming">
        <h2 id="coming" className={s.coming}>
          Coming up here
        </h2>
        {events.length === 0 && <p>No nights are announced here yet. Check back soon.</p>}
        <EventGrid events={events} now={dataUpdatedAt} titled action={JoinWaitlistButton} mark={SaveHeart} />
        {hasNextPage && (
          <p className={s.more}>
            <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {isFetchingNextPage ? 'Loading...' : isFetchNextPageError ? 'Try again' : 'Show more nights'}
            </button>
          </p>
        )}
      </section>
    </article>
  );
}
