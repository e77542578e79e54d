/** Every error code of `/api`. The web maps each code to a text, so a new code without a text does not compile. */
export const ERROR_CODES = [
  'request.unreadable',
  'request.invalid',
  'request.too_large',
  'request.too_many',
  'request.not_found',
  'request.signed_out',
  'request.forbidden',
  'request.second_factor',
  'request.conflict',
  'request.stale',
  'server.unexpected',
  'event.not_found',
  'event.cancelled',
  'event.has_tickets',
  'event.exists',
  'venue.not_found',
  'venue.exists',
  'venue.in_use',
  'venue.same_event',
  'review.refused',
  'review.told',
  'people.last_admin',
  'marks.too_many',
  'waitlist.closed',
  'desk.event_over',
  'desk.message_limit',
  'desk.nobody',
  'desk.key_reused',
  'desk.too_many_guests',
  'desk.too_many_organizers',
  'series.not_found',
  'chat.muted',
  'chat.too_many_sockets',
  'chat.not_a_socket',
  'payments.bad_signature',
  'payments.too_early',
  'tickets.none_available',
  'tickets.own_listing',
  'tickets.event_over',
  'tickets.quantity',
  'tickets.price_changed',
  'tickets.request_pending',
  'tickets.too_many_held',
  'tickets.cooling_down',
  'tickets.key_reused',
  'tickets.request_not_found',
  'tickets.request_ended',
  'tickets.undo_too_late',
  'tickets.not_reseller',
  'tickets.outside_band',
  'tickets.no_face_value',
  'tickets.listing_not_found',
  'tickets.listing_ended',
  'payments.not_paid',
  'payments.handover_ended',
  'payments.refund_too_large',
  'payments.key_reused',
  'payments.second_person',
  'payments.decided',
  'payments.payout_held',
  'payments.more_than_owed',
  'payments.provider',
  'launch.off',
  'ingest.bad_signature',
  'ingest.too_many_items',
  'ingest.id_reused',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Both versions in an edit conflict: the current row, and the values that were to be saved. */
export interface Versions {
  theirs: object | null;
  yours: object;
}

/** The body of every refused answer of `/api`. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; request_id: string; fields?: Record<string, string>; versions?: Versions };
}
