import type { DatabaseSync } from 'node:sqlite';

export interface EntryRow {
  id: string;
  applicant_id: string | null;
  places: number;
  missed: number;
  confirmed_at: number | null;
  badge: number;
}

export interface ListingRow {
  id: string;
  seller_id: string;
  quantity: number;
  held: number;
  status: string;
  waitlist_first: number;
}

interface OfferRow {
  id: string;
  entry_id: string;
  listing_id: string;
  quantity: number;
  status: string;
  expires_at: number;
}

interface RequestRow {
  id: string;
  listing_id: string;
  buyer_id: string;
  seller_id: string;
  quantity: number;
  status: string;
  declined_at: number | null;
}

export interface Rows {
  entries: EntryRow[];
  listings: ListingRow[];
  offers: OfferRow[];
  requests: RequestRow[];
}

export function readRows(database: DatabaseSync): Rows {
  const read = (sql: string) => database.prepare(sql).all() as unknown[];
  return {
    entries:
      read(`select w.id, owner.id as applicant_id, w.places, w.missed, w.confirmed_at, coalesce(p.is_student_verified,
        0) as badge
      from waitlist w join auth_users owner on owner.id = w.applicant_id
        or (w.applicant_id is null and lower(owner.email) = w.email_key)
      left join profiles p on p.id = owner.id`) as EntryRow[],
    listings: read('select * from listings order by ask_price_cents, created_at, id') as ListingRow[],
    offers: read('select * from waitlist_offers') as OfferRow[],
    requests: read('select * from ticket_requests') as RequestRow[],
  };
}
