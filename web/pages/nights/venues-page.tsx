import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouteContext } from '@tanstack/react-router';
import { Suspense } from 'react';
import { VenueGrid, VenueSkeletons } from '../../features/nights/venues/venue-grid.tsx';
import { venuesQuery } from '../../features/nights/venues/venues.queries.ts';

/** The venues grid. At `/venues/{slug}` that venue comes first and is marked. */
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
  const { api } = useRouteContext({ from: '__root__' });
  const { slug } = useParams({ strict: false });
  const { data } = useSuspenseQuery(venuesQuery(api));
  return <VenueGrid venues={data.venues} havePages={data.have_pages} chosen={slug} />;
}
