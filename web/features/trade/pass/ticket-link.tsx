import { Link } from '@tanstack/react-router';

/** The fields of a request that decide whether it has a ticket to show. */
interface Held {
  id: string;
  role: string;
  quantity: number;
  event: { title: string; state: string };
  payment: { status?: string; handover: { status: string } | null } | null;
}

/** Whether a request is a ticket of its buyer: bought, not refunded, and for a night that takes place. */
export const isHeld = ({ role, event, payment }: Held): boolean => {
  const status = payment?.handover?.status;
  return role === 'buyer' && status !== undefined && status !== 'failed' && event.state !== 'cancelled';
};

/** Leads to the ticket that was bought here. */
export function TicketLink({ request }: { request: Held }) {
  const { id, event, quantity } = request;
  if (!isHeld(request)) return null;
  return (
    <Link to="/pass/$requestId" params={{ requestId: id }} className="button primary">
      {quantity === 1 ? 'Show ticket' : `Show ${quantity} tickets`}
      <span className="sr"> for {event.title}</span>
    </Link>
  );
}
