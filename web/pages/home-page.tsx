import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { homeQuery } from '../features/events/events.queries.ts';

/** The home page. */
export function HomePage() {
  const { api } = useRouteContext({ from: '__root__' });
  const { data } = useSuspenseQuery(homeQuery(api));
  return (
    <section>
      <h1>Upcoming events</h1>
      <ul>
        {data.events.map((event) => (
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
