import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { launchQuery } from '../../../common/launch/launch.queries.ts';

/** The fields of a request that decide whether it has a pass. */
interface Shown {
  id: string;
  role: string;
  event: { title: string; state: string };
  payment: { handover: { status: string } | null } | null;
}

/** Links to the pass for tickets that were bought here. Shown while hand-overs are on. */
export function PassLink({ request }: { request: Shown }) {
  const { role, event, payment } = request;
  const status = payment?.handover?.status;
  if (role !== 'buyer' || !status || status === 'failed' || event.state === 'cancelled') return null;
  return <WhileOn request={request} />;
}

function WhileOn({ request: { id, event } }: { request: Shown }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: switches } = useQuery(launchQuery(api));
  if (!switches?.handover) return null;
  return (
    <Link to="/pass/$requestId" params={{ requestId: id }} className="button">
      Pass for the door<span className="sr"> of {event.title}</span>
    </Link>
  );
}
