import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useSession } from '../../../session/session.ts';
import { marksQuery } from '../plans/plans.queries.ts';

/** True if the signed-in person has a place on the waitlist of an event. */
export function useIsWaiting(event_id: string): boolean {
  const { api } = useRouteContext({ from: '__root__' });
  const session = useSession();
  const query = marksQuery(api, session.status === 'signed_in' ? session.user.id : null);
  const { data = false } = useQuery({ ...query, select: ({ waiting_ids }) => waiting_ids.includes(event_id) });
  return data;
}
