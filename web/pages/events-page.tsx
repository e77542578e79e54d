import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { eventsQuery } from '../features/events/events.queries.ts';

/** The events list. */
export function EventsPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const { data } = useSuspenseInfiniteQuery(eventsQuery(api));
  return (
    <section>
      <h1>Upcoming Events</h1>
      <ul>
        {data.pages
          .flatMap((page) => page.events)
          .map((event) => (
            <li key={event.id}>
              <Link to="/events/$slug" params={{ slug: event.slug }}>
                {event.title}
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
