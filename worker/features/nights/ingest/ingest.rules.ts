import type { GuardedEdit } from '../../../contract/nights/events/guarded-edits.ts';
import type { EventOwner, IngestEvent } from '../../../contract/nights/ingest.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';
import { displayCity } from '../../../contract/nights/places.ts';
import { mayChange } from './owner.rules.ts';
import { guardOf, type SoldEvent } from './sold-event.rules.ts';
import { freeSlug, nameKey, slugOf } from '../../../contract/nights/events/slug.ts';

const DEFAULT_PLACE = { city: 'New York', state: 'NY' };

/** `at` is the index in the array that was sent. */
export interface Item {
  at: number;
  event: IngestEvent;
}

interface KnownVenue {
  id: string;
  name_key: string;
  city_key: string;
}

interface KnownAlias {
  name_key: string;
  city_key: string;
  venue: KnownVenue;
}

export interface KnownEvent {
  id: string;
  name_key: string;
  venue_id: string;
  start_at: Date;
  source: string;
  external_id: string | null;
  organizer_id: string | null;
  has_sales: boolean;
  sold: SoldEvent | null;
}

export interface Known {
  venues: readonly KnownVenue[];
  aliases: readonly KnownAlias[];
  /**
   * Stored events that match an item: by source and external id if the item has an external id, and by name, venue and
   * start if it has none.
   */
  events: readonly KnownEvent[];
  /** Events from feeds without ids. `name_key` is the name in the feed, even if a person has renamed the event. */
  called: readonly KnownEvent[];
  slugs: ReadonlySet<string>;
  venue_slugs: ReadonlySet<string>;
}

export interface NewVenue extends KnownVenue {
  name: string;
  slug: string;
  address: string | null;
  city: string;
  state: string | null;
}

/** `items` are the indexes of the items that describe the event. */
export interface PlannedEvent {
  id: string;
  exists: boolean;
  slug: string;
  items: number[];
  /** How feeds without ids name the event. `start_at` is UTC ms. */
  feed_names: { name_key: string; start_at: number; venue: KnownVenue }[];
  event: IngestEvent;
  venue: KnownVenue;
  organizer_id: string | null;
  has_sales: boolean;
}

export interface Plan {
  events: PlannedEvent[];
  new_venues: NewVenue[];
  forbidden: number[];
  /** Items with a guarded edit of an event that has sales. Only admins may make guarded edits. */
  guarded: { at: number; edit: GuardedEdit }[];
  owner: EventOwner;
}

/** The suffix is added if the slug is taken. */
export function eventSlugs({ title, start_at }: IngestEvent) {
  return { base: slugOf(title), suffix: newYorkDate(new Date(start_at)) };
}

export function venueSlugs({ venue_name, city }: IngestEvent) {
  return { base: slugOf(venue_name), suffix: slugOf(city ?? DEFAULT_PLACE.city) };
}

/** Items about the same event become one write, in which the later item wins. */
export function planIngest({
  items,
  known,
  owner,
  now,
}: {
  items: readonly Item[];
  known: Known;
  owner: EventOwner;
  now: Date;
}): Plan {
  const plan: Plan = { events: [], new_venues: [], forbidden: [], guarded: [], owner };
  const byExternal = new Map<string, PlannedEvent>();
  const byEvent = new Map<string, PlannedEvent>();
  const byId = new Map<string, PlannedEvent>();
  const slugs = new Set(known.slugs);
  const venueSlugsTaken = new Set(known.venue_slugs);
  for (const { at, event } of items) {
    const found = pickVenue(event, { venues: [...known.venues, ...plan.new_venues], aliases: known.aliases });
    const made = found ? [] : [newVenue(event, venueSlugsTaken)];
    const venue = found ?? made[0]!;
    const external = event.external_id === null ? null : JSON.stringify([event.source, event.external_id]);
    const name = JSON.stringify([nameKey(event.title), venue.id, event.start_at]);
    const named = external === null ? byEvent.get(name) : byExternal.get(external);
    const stored = named ? undefined : storedEvent({ event, venue, known });
    if (stored && !mayChange(owner, stored)) {
      plan.forbidden.push(at);
      continue;
    }
    const sold = storedEvent({ event, venue, known })?.sold;
    const edit = sold ? guardOf(sold, { event, venue, now }) : null;
    if (edit) {
      plan.guarded.push({ at, edit });
      continue;
    }
    // Two items may name the same stored event differently. They become one write.
    const earlier = named ?? byId.get(stored?.id ?? '');
    const planned = earlier ?? {
      id: stored?.id ?? crypto.randomUUID(),
      exists: stored !== undefined,
      slug: stored ? '' : take(slugs, eventSlugs(event)),
      items: [],
      feed_names: [],
      event,
      venue,
      organizer_id: owner.organizer_id,
      has_sales: stored?.has_sales ?? false,
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

/**
 * Finds a venue by name and city. If the item has no city, the name alone decides. Brooklyn counts as New York, but a
 * match in the item's own city comes first. In the same city, a venue's own name comes before an alias.
 */
function pickVenue(
  { venue_name, city }: IngestEvent,
  { venues, aliases }: { venues: readonly KnownVenue[]; aliases: readonly KnownAlias[] },
): KnownVenue | undefined {
  const key = nameKey(venue_name);
  const own = venues.map((venue) => ({ name_key: venue.name_key, city_key: venue.city_key, venue }));
  const named = [...own, ...aliases].filter(({ name_key }) => name_key === key);
  if (city === null) return named[0]?.venue;
  const found =
    named.find(({ city_key }) => city_key === nameKey(city)) ??
    named.find(({ city_key }) => nameKey(displayCity(city_key)) === nameKey(displayCity(city)));
  return found?.venue;
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
 * Finds the stored event that an item means. If the item has an external id, only the id decides. Otherwise an event
 * that a feed once sent with this name, venue and start comes first, even if a person has edited it since. An event
 * that now has this name, venue and start comes second, preferably one without an id.
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

/** Merges two items. The source, the external id and what the later item leaves out come from the earlier one. */
function later(before: IngestEvent, after: IngestEvent): IngestEvent {
  const said = Object.entries(after).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(said), source: before.source, external_id: before.external_id };
}

function take(taken: Set<string>, { base, suffix }: { base: string; suffix: string }): string {
  const slug = freeSlug({ base, suffix, isTaken: (wanted) => taken.has(wanted) });
  taken.add(slug);
  return slug;
}
