import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { launchQuery } from '../../../common/launch/launch.queries.ts';

/** The parts of a request that say whether it has a pass. */
interface Shown {
  id: string;
  role: string;
  event: { title: string; state: string };
  payment: { handover: { status: string } | null } | null;
}

/** The link to the pass of tickets that were bought here, while tickets are handed over here. */
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
