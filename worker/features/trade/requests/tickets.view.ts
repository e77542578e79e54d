import type { TicketRequest } from '../../../../drizzle/tables/all-tables.ts';
import { dollars } from '../../../contract/trade/money.ts';
import { paymentView } from '../../../contract/trade/payment-view.ts';
import { ownEventView } from '../listings/listings.view.ts';
import type { GroupFacts } from './group-of-request.db.ts';
import type { MyRequestRow } from './my-tickets.db.ts';

/** The price is in dollars. Until `undo_until`, only the seller sees the answer; the buyer sees a pending request. */
export function ticketRequestView(
  {
    offered_price_cents,
    idempotency_key: _key,
    declined_at: _declined,
    answer,
    asked_until,
    told_at: _told,
    group_id,
    group_seq: _seq,
    ...row
  }: TicketRequest,
  role: 'buyer' | 'seller',
) {
  const undoable = role === 'seller' && row.status === 'pending' ? answer : null;
  const ofGroup: { group_id?: string } = group_id === null ? {} : { group_id };
  return {
    ...row,
    ...ofGroup,
    status: undoable ?? row.status,
    expires_at: asked_until ?? row.expires_at,
    undo_until: undoable && row.expires_at,
    offered_price: dollars(offered_price_cents),
  };
}

export function myRequestView({ event, other, role, payment, group, receiver, ...request }: MyRequestRow, now: Date) {
  return {
    ...ticketRequestView(request, role),
    role,
    event: ownEventView(event, { since: request.created_at, now }),
    other,
    payment: paymentView(payment, { role, expires_at: request.expires_at, event, now }),
    group: group && groupView(group, role),
    receiver,
  };
}

/** Only the buyer sees the total, in dollars. */
function groupView({ total_cents, until, ...facts }: GroupFacts, role: 'buyer' | 'seller') {
  return {
    ...facts,
    total: role === 'buyer' ? dollars(total_cents) : null,
    until: until === null ? null : new Date(until),
  };
}
