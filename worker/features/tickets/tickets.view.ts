import type { TicketRequest } from '../../../drizzle/tables/all-tables.ts';
import { isPublicAt } from '../../contract/event-phase.ts';
import { dollars } from '../../contract/money.ts';
import { paymentView } from '../../contract/payment-view.ts';
import { priceBand } from '../../contract/price-band.ts';
import type { SoldListing } from './own-listing.db.ts';
import type { MyListingRow, MyRequestRow } from './my-tickets.db.ts';

/**
 * A ticket request as one of its people sees it: prices in dollars, without the key. An answer that can still be undone until `undo_until`
 * is shown to the seller only; the buyer sees a pending request.
 */
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

/** A request in a person's own list, with the person's role, the event, the other person and the payment. */
export function myRequestView({ event, other, role, payment, receiver, ...request }: MyRequestRow, now: Date) {
  return {
    ...ticketRequestView(request, role),
    role,
    event: ownEventView(event, { since: request.created_at, now }),
    other,
    payment: paymentView(payment, { role, expires_at: request.expires_at, event, now }),
    receiver,
  };
}

/** An event in a person's own list, with what has happened to it `since` the person asked or sold there. */
function ownEventView(
  { is_published, publish_at, cancelled_at, moved_at, moved_from, end_at: _end, ...event }: MyRequestRow['event'],
  { since, now }: { since: Date; now: Date },
) {
  const state: 'on' | 'cancelled' | 'taken_down' = cancelled_at
    ? 'cancelled'
    : isPublicAt({ is_published, publish_at }, now)
      ? 'on'
      : 'taken_down';
  const from = moved_at && moved_at > since ? moved_from : null;
  return { ...event, state, moved_from: from && { ...from, start_at: new Date(from.start_at) } };
}

/** A listing for its seller: prices in dollars, with the number of held tickets and the tickets whose files are kept, without the key. */
export function ownListingView({
  ask_price_cents,
  handover_kind: kind,
  idempotency_key: _key,
  idempotency_body: _body,
  ...row
}: SoldListing) {
  return { ...row, kind, ask_price: dollars(ask_price_cents) };
}

/** A listing in its seller's list, with the event and its price band in dollars. The band is null if every price is allowed. */
export function myListingView(
  { event: { ticket_price_cents, price_min_pct, price_max_pct, ...event }, ...listing }: MyListingRow,
  now: Date,
) {
  const band = priceBand({ ticket_price_cents, price_min_pct, price_max_pct });
  return {
    ...ownListingView(listing),
    event: ownEventView(event, { since: listing.created_at, now }),
    price_band: band && { min: dollars(band.min_cents), max: dollars(band.max_cents) },
  };
}
