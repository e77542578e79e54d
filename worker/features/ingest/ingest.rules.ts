import type { IngestEvent } from '../../contract/ingest.ts';
import { newYorkDate } from '../../contract/new-york-time.ts';
import { displayCity } from '../../contract/places.ts';
import { freeSlug, nameKey, slugOf } from '../../contract/slug.ts';

/** Where a venue is whose address names no city: zone-less times are New York's as well. */
const DEFAULT_PLACE = { city: 'New York', state: 'NY' };

/** One event with its place in what was sent. */
export interface Item {
  at: number;
  event: IngestEvent;
}

export interface KnownVenue {
  id: string;
  name_key: string;
  city: string;
  city_key: string;
}

export interface KnownEvent {
  id: string;
  name_key: string;
  venue_id: string;
  start_at: Date;
  source: string;
  external_id: string | null;
  organizer_id: string | null;
}

/** What the database holds that bears on a set of items. */
export interface Known {
  venues: readonly KnownVenue[];
  /** Nights of the items' (source, external_id), and those at the venues and starts of items without an external id. */
  events: readonly KnownEvent[];
  /** Nights that a feed without ids has called so before, by the words it used; they may be called otherwise by now. */
  called: readonly KnownEvent[];
  slugs: ReadonlySet<string>;
  venue_slugs: ReadonlySet<string>;
}

/** A venue that is to be made. */
export interface NewVenue extends KnownVenue {
  name: string;
  slug: string;
  address: string | null;
  state: string | null;
}

/** What a feed without ids calls a night. `start_at` is UTC ms. */
export interface FeedName {
  name_key: string;
  start_at: number;
  venue: KnownVenue;
}

/** A night that is to be made, or to be updated where `exists`; `items` are the places of the events that say so. */
export interface PlannedEvent {
  id: string;
  exists: boolean;
  slug: string;
  items: number[];
  feed_names: FeedName[];
  event: IngestEvent;
  venue: KnownVenue;
  organizer_id: string | null;
}

export interface Plan {
  events: PlannedEvent[];
  new_venues: NewVenue[];
  /** The places of events whose night is another organizer's. */
  forbidden: number[];
}

/** D1 takes 2 MB a bound value. A letter may become eighteen when it is folded, so a body of 1 MB may outgrow that. */
const GROUP_BYTES = 1_500_000;
const ROW_BYTES = 400;

/** The items in their order, in groups that each fit into one bound value. */
export function inGroups(items: readonly Item[]): Item[][] {
  const encoder = new TextEncoder();
  const groups: Item[][] = [];
  let bytes = Infinity;
  for (const item of items) {
    const { event } = item;
    const folded = [event.title, event.venue_name, event.city ?? ''].map(nameKey);
    const size = ROW_BYTES + encoder.encode(JSON.stringify([event, folded])).byteLength;
    bytes += size;
    if (bytes > GROUP_BYTES) {
      groups.push([]);
      bytes = size;
    }
    groups.at(-1)!.push(item);
  }
  return groups;
}

/** The two slugs an item's night may take before numbers are needed: plain, and with its New York date. */
export function eventSlugs({ title, start_at }: IngestEvent) {
  return { base: slugOf(title), suffix: newYorkDate(new Date(start_at)) };
}

/** The same for an item's venue: plain, and with its city. */
export function venueSlugs({ venue_name, city }: IngestEvent) {
  return { base: slugOf(venue_name), suffix: slugOf(city ?? DEFAULT_PLACE.city) };
}

/**
 * Decides for each item which event and venue it means, and which slug a new event takes. Items of the same event become one write. The
 * result is as if each had been written in turn: the later item wins.
 */
export function planIngest({ items, known, organizerId }: { items: readonly Item[]; known: Known; organizerId: string | null }): Plan {
  const plan: Plan = { events: [], new_venues: [], forbidden: [] };
  const byExternal = new Map<string, PlannedEvent>();
  const byEvent = new Map<string, PlannedEvent>();
  const byId = new Map<string, PlannedEvent>();
  const slugs = new Set(known.slugs);
  const venueSlugsTaken = new Set(known.venue_slugs);
  for (const { at, event } of items) {
    const found = pickVenue(event, [...known.venues, ...plan.new_venues]);
    const made = found ? [] : [newVenue(event, venueSlugsTaken)];
    const venue = found ?? made[0]!;
    const external = event.external_id === null ? null : JSON.stringify([event.source, event.external_id]);
    const name = JSON.stringify([nameKey(event.title), venue.id, event.start_at]);
    const named = external === null ? byEvent.get(name) : byExternal.get(external);
    const stored = named ? undefined : storedEvent({ event, venue, known });
    if (organizerId !== null && stored && stored.organizer_id !== organizerId) {
      plan.forbidden.push(at);
      continue;
    }
    // One night under two names is still one write.
    const earlier = named ?? byId.get(stored?.id ?? '');
    const planned = earlier ?? {
      id: stored?.id ?? crypto.randomUUID(),
      exists: stored !== undefined,
      slug: stored ? '' : take(slugs, eventSlugs(event)),
      items: [],
      feed_names: [],
      event,
      venue,
      organizer_id: organizerId,
    };
    if (earlier) earlier.event = later(earlier.event, event);
    else plan.events.push(planned);
    planned.venue = venue;
    planned.items.push(at);
    if (external === null) planned.feed_names.push({ name_key: nameKey(event.title), start_at: event.start_at, venue });
    else byExternal.set(external, planned);
    byId.set(planned.id, planned);
    if (!byEvent.has(name)) byEvent.set(name, planned);
    plan.new_venues.push(...made);
  }
  return plan;
}

/** A venue is matched by name and city, Brooklyn being New York; without a city, by name alone. */
function pickVenue({ venue_name, city }: IngestEvent, venues: readonly KnownVenue[]): KnownVenue | undefined {
  const named = venues.filter((venue) => venue.name_key === nameKey(venue_name));
  if (city === null) return named[0];
  return (
    named.find((venue) => venue.city_key === nameKey(city)) ??
    named.find((venue) => nameKey(displayCity(venue.city)) === nameKey(displayCity(city)))
  );
}

function newVenue(event: IngestEvent, taken: Set<string>): NewVenue {
  const { city, state } = event.city === null ? DEFAULT_PLACE : { city: event.city, state: event.state };
  return {
    id: crypto.randomUUID(),
    name: event.venue_name,
    slug: take(taken, venueSlugs(event)),
    name_key: nameKey(event.venue_name),
    city_key: nameKey(city),
    address: event.venue_address,
    city,
    state,
  };
}

/**
 * With an external id, the night of that id. Without, the night a feed has called so before, whatever a person has made of it since; else
 * the night of the same name, venue and start, one without an id first.
 */
function storedEvent({ event, venue, known }: { event: IngestEvent; venue: KnownVenue; known: Known }) {
  if (event.external_id !== null) {
    return known.events.find((one) => one.external_id === event.external_id && one.source === event.source);
  }
  const isSame = (one: KnownEvent) =>
    one.venue_id === venue.id && one.start_at.getTime() === event.start_at && one.name_key === nameKey(event.title);
  const same = known.events.filter(isSame);
  return known.called.find(isSame) ?? same.find((one) => one.external_id === null) ?? same[0];
}

/** What two events say of the same night: a field the later one leaves out stands as the earlier one has it. */
function later(before: IngestEvent, after: IngestEvent): IngestEvent {
  const said = Object.entries(after).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(said), source: before.source, external_id: before.external_id };
}

function take(taken: Set<string>, { base, suffix }: { base: string; suffix: string }): string {
  const slug = freeSlug({ base, suffix, isTaken: (wanted) => taken.has(wanted) });
  taken.add(slug);
  return slug;
}
