import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import s from '../../features/staff/debug/debug.module.css';
import { testEventsQuery } from '../../features/staff/debug/debug.queries.ts';
import { longDate } from '../../../worker/contract/time/event-time.ts';
import { DebugAnswer, useAsker } from '../../features/staff/debug/debug-answer.tsx';
import { useApi } from '../../use-api.ts';

export function TestEventsPage() {
  const api = useApi();
  const asker = useAsker();
  const answer = useQuery({ ...testEventsQuery(api, asker ?? ''), enabled: asker !== null });
  return (
    <section className={`wrap ${s.page}`}>
      <h1>Test events</h1>
      <DebugAnswer answer={answer}>
        {({ events, took_ms }) => (
          <>
            <output>
              Connected. {events.length} published {events.length === 1 ? 'event' : 'events'}, read in {took_ms} ms.
            </output>
            <ul className={s.rows}>
              {events.map(({ id, slug, title, venue_name, start_at }) => (
                <li key={id}>
                  <Link to="/events/$slug" params={{ slug }}>
                    {title}
                  </Link>
                  <span>
                    {venue_name}
                    <br />
                    <time dateTime={start_at}>{longDate(start_at)}</time>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </DebugAnswer>
    </section>
  );
}
