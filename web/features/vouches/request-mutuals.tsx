import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useSession } from '../../session/session.ts';
import { launchQuery } from '../launch/launch.queries.ts';
import { MutualsLine } from './mutuals-line.tsx';
import { requestMutualsQuery } from './vouches.queries.ts';

/** What the signed-in person has in common with the other side of a request. All requests are read at once, while vouches are on. */
export function RequestMutuals({ request: { id, role } }: { request: { id: string; role: 'buyer' | 'seller' } }) {
  const { api } = useRouteContext({ from: '__root__' });
  const session = useSession();
  const user_id = session.status === 'signed_in' ? session.user.id : null;
  const { data: switches } = useQuery({ ...launchQuery(api), enabled: user_id !== null });
  const { data } = useQuery(requestMutualsQuery(api, { user_id, isOn: switches?.vouches === true }));
  return <MutualsLine mutuals={data?.requests[id]} person={role === 'buyer' ? 'seller' : 'buyer'} />;
}
