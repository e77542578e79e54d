import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUserId } from '../../../session/session.ts';
import { useApi } from '../../../use-api.ts';
import { EventRow } from '../on-sale/event-row.tsx';
import s from '../resale/resale.module.css';
import { useCurrentTime } from '../resale/use-current-time.ts';
import { fromFriendsQuery } from './given.queries.ts';

/** Shows nothing if there are no tickets from friends. */
export function FromFriends() {
  const api = useApi();
  const user_id = useUserId() ?? '';
  const { data } = useQuery(fromFriendsQuery(api, user_id));
  const now = useCurrentTime();
  if (!data?.length) return null;
  return (
    <section className={s.part} aria-labelledby="from-friends">
      <h2 id="from-friends">From friends</h2>
      <ul className={s.list}>
        {data.map(({ request_id, from, event }) => (
          <EventRow key={request_id} event={event} now={now.getTime()}>
            <p dir="auto">
              From <b>{from ?? 'A student'}</b>
            </p>
            <Link to="/pass/$requestId" params={{ requestId: request_id }} className="button primary">
              Show ticket<span className="sr"> for {event.title}</span>
            </Link>
          </EventRow>
        ))}
      </ul>
    </section>
  );
}
