import type { NewVouch, Visit, Vouch } from '../tables/all-tables.ts';

/** Rows of vouches and visits, made whole from the few fields that a test or the seed gives. */
let made = 0;

/** Both people must exist. */
export function vouchRow(over: Partial<NewVouch> & Pick<Vouch, 'voucher_id' | 'vouchee_id'>): Vouch {
  return { id: `vouch-${++made}`, way: 'link', status: 'live', ended_at: null, created_at: new Date(Date.UTC(2030, 0, 1)), ...over };
}

/** The person, the seller, the event and the request must exist. */
export function visitRow(over: Partial<Visit> & Pick<Visit, 'user_id' | 'event_id' | 'seller_id' | 'request_id'>): Visit {
  return { created_at: new Date(Date.UTC(2030, 0, 1)), ...over };
}
