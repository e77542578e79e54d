import { Link } from '@tanstack/react-router';
import { eventPhase } from '../../../../worker/contract/nights/events/event-phase.ts';

interface Held {
  id: string;
  role: string;
  quantity: number;
  event: { title: string; state: string; start_at: string; end_at?: string | null };
  payment: {
    total: number | null;
    refunded: number;
    is_disputed: boolean;
    handover: { status: string } | null;
  } | null;
}

/** Whether the buyer has a paid ticket to show. */
export const isHeld = ({ role, event, payment }: Held): boolean => {
  if (role !== 'buyer' || !payment?.handover || event.state === 'cancelled') return false;
  const isBack = payment.total !== null && payment.refunded >= payment.total;
  return payment.handover.status !== 'failed' && !payment.is_disputed && !isBack;
};

export function TicketLink({ request, now }: { request: Held; now: Date }) {
  const { id, event, quantity } = request;
  if (!isHeld(request)) return null;
  const isOver = eventPhase({ end_at: null, ...event }, now.getTime()) === 'over';
  return (
    <Link
      to="/pass/$requestId"
      params={{ requestId: id }}
      // The tickets of coming nights stand out.
      className={isOver ? 'button' : 'button primary'}
    >
      {quantity === 1 ? 'Show ticket' : `Show ${quantity} tickets`}
      <span className="sr"> for {event.title}</span>
    </Link>
  );
}
