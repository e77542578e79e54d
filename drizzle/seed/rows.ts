import {
  type Club,
  type Event,
  type Listing,
  type Profile,
  type ResellerApplication,
  type TicketRequest,
  type Venue,
  type WaitlistEntry,
  clubs,
  events,
  listings,
  profiles,
  resellerApplications,
  ticketRequests,
  venues,
  waitlist,
} from '../tables/all-tables.ts';
import { nullColumns } from './null-columns.ts';
import { DEFAULT_AGE_POLICY, DEFAULT_MAX_PCT, DEFAULT_MIN_PCT } from '../vocabulary.ts';

let made = 0;
const next = (kind: string) => `${kind}-${++made}`;
const A_NIGHT = Date.UTC(2030, 5, 15, 2);
const A_DAY = Date.UTC(2030, 0, 1);

export function venueRow(over: Partial<Venue> = {}): Venue {
  const id = over.id ?? next('venue');
  const name = over.name ?? `Room ${id}`;
  const city = over.city ?? 'New York';
  return {
    ...nullColumns(venues),
    id,
    name,
    slug: id,
    name_key: name.toLowerCase(),
    city_key: city.toLowerCase(),
    address: '1 Door Street',
    city,
    state: 'NY',
    created_at: new Date(A_DAY),
    updated_at: new Date(A_DAY),
    ...over,
  };
}

export function eventRow(over: Partial<Event> & Pick<Event, 'venue_id'>): Event {
  const id = over.id ?? next('event');
  const title = over.title ?? `Night ${id}`;
  return {
    ...nullColumns(events),
    id,
    title,
    slug: id,
    name_key: title.toLowerCase(),
    start_at: new Date(A_NIGHT),
    age_policy: DEFAULT_AGE_POLICY,
    focus_x: 50,
    focus_y: 50,
    tags: [],
    source: 'test',
    external_id: id,
    is_published: true,
    ticket_price_cents: 2500,
    price_min_pct: DEFAULT_MIN_PCT,
    price_max_pct: DEFAULT_MAX_PCT,
    listing_count: 0,
    has_sales: false,
    edited_fields: [],
    created_at: new Date(A_DAY),
    updated_at: new Date(A_DAY),
    ...over,
  };
}

export function profileRow(over: Partial<Profile> = {}): Profile {
  const id = over.id ?? next('profile');
  return {
    ...nullColumns(profiles),
    id,
    role: 'user',
    display_name: 'A student',
    school: 'Boston University',
    email: `${id}@vouch.test`,
    is_student_verified: true,
    shows_mutuals: false,
    shows_going: false,
    created_at: new Date(A_DAY),
    ...over,
  };
}

export function listingRow(over: Partial<Listing> & Pick<Listing, 'event_id' | 'seller_id'>): Listing {
  return {
    ...nullColumns(listings),
    id: over.id ?? next('listing'),
    quantity: 1,
    held: 0,
    ask_price_cents: 2500,
    is_instant: false,
    shows_at_once: false,
    status: 'active',
    waitlist_first: false,
    created_at: new Date(A_DAY),
    ...over,
  };
}

const person = (id: string) => ({
  name: 'A student',
  email: `${id}@vouch.test`,
  email_key: `${id}@vouch.test`,
  phone: '617 555 0100',
  instagram: 'a.student',
  school: 'Boston University',
  created_at: new Date(A_DAY),
  updated_at: new Date(A_DAY),
});

export function waitlistRow(over: Partial<WaitlistEntry> = {}): WaitlistEntry {
  const id = over.id ?? next('waitlist');
  const confirmed = { confirmed_at: over.created_at ?? new Date(A_DAY), confirm_mail: 'none' as const };
  const own = {
    places: 1,
    status: 'pending' as const,
    missed: 0,
    takes_messages: true,
  };
  return { ...nullColumns(waitlist), id, ...own, ...confirmed, ...person(id), ...over };
}

export function resellerRow(over: Partial<ResellerApplication> = {}): ResellerApplication {
  const id = over.id ?? next('reseller');
  return { ...nullColumns(resellerApplications), id, status: 'pending', ...person(id), ...over };
}

export function clubRow(over: Partial<Club> = {}): Club {
  const id = over.id ?? next('club');
  return {
    ...nullColumns(clubs),
    id,
    name: `Club ${id}`,
    slug: id,
    status: 'active',
    updated_at: new Date(A_DAY),
    ...over,
  };
}

export function ticketRequestRow(
  over: Partial<TicketRequest> & Pick<TicketRequest, 'event_id' | 'listing_id' | 'buyer_id' | 'seller_id'>,
): TicketRequest {
  const id = over.id ?? next('request');
  return {
    ...nullColumns(ticketRequests),
    id,
    quantity: 1,
    offered_price_cents: 2500,
    status: 'pending',
    idempotency_key: id,
    expires_at: new Date(A_NIGHT),
    group_seq: 0,
    told_at: over.status === undefined || over.status === 'pending' ? null : new Date(A_DAY),
    created_at: new Date(A_DAY),
    ...over,
  };
}
