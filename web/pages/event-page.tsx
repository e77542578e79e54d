import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouteContext } from '@tanstack/react-router';
import { eventQuery } from '../features/events/events.queries.ts';

/** One event. */
export function EventPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const { slug } = useParams({ from: '/events/$slug' });
  const { data: event } = useSuspenseQuery(eventQuery(api, slug));
  return <h1>{event.title}</h1>;
}
