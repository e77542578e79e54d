import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { VenueGrid, VenueSkeletons } from '../../features/nights/venues/venue-grid.tsx';
import { venuesQuery } from '../../features/nights/venues/venues.queries.ts';
import { useApi } from '../../use-api.ts';

export function VenuesPage() {
  return (
    <section className="wrap">
      <h1>Venues</h1>
      <Suspense fallback={<VenueSkeletons />}>
        <Venues />
      </Suspense>
    </section>
  );
}

function Venues() {
  const api = useApi();
  const { slug } = useParams({ strict: false });
  const { data } = useSuspenseQuery(venuesQuery(api));
  const chosen = data.venues.find((venue) => venue.slug === slug);
  return (
    <>
      {slug !== undefined && !data.have_pages && <NoPage venue={chosen} />}
      <VenueGrid venues={data.venues} havePages={data.have_pages} chosen={slug} />
    </>
  );
}

/** Shown at the URL of a venue while venues have no pages. */
function NoPage({ venue }: { venue: { name: string } | undefined }) {
  return (
    <p>
      {venue ? `${venue.name} has no page of its own yet.` : 'There is no page at this address yet.'}{' '}
      <Link to="/events" {...(venue && { search: { q: venue.name } })}>
        {venue ? `See the nights at ${venue.name}` : 'Browse Events'}
      </Link>
    </p>
  );
}
