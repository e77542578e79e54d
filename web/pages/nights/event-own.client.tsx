import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { eventQuery } from '../../features/nights/events/events.queries.ts';
import { OwnState } from '../../features/trade/my-tickets/own-state.tsx';
import { useSession } from '../../session/session.ts';
import { useApi } from '../../use-api.ts';

/** Only signed-in people fetch this part, so that the page itself is the same for everybody. */
export function EventOwn() {
  const api = useApi();
  const { slug } = useParams({ from: '/events/$slug' });
  const session = useSession();
  const { data: event } = useQuery(eventQuery(api, slug));
  if (session.status !== 'signed_in' || !event) return null;
  return <OwnState user_id={session.user.id} event={event} />;
}
