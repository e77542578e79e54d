import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { venuesQuery } from '../features/venues/venues.queries.ts';

/** The venues grid. */
export function VenuesPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const { data } = useSuspenseQuery(venuesQuery(api));
  return (
    <section>
      <h1>Venues</h1>
      <ul>
        {data.venues.map((venue) => (
          <li key={venue.id}>{venue.name}</li>
        ))}
      </ul>
    </section>
  );
}
