import type { ToldEvent } from '../../../../drizzle/tables/nights/event-changes.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';
import { displayCity } from '../../../contract/nights/places.ts';
import { nameKey } from '../../../contract/nights/events/slug.ts';

/**
 * An event as it is now. `is_scheduled` tells whether it is to be published at a time to come. `is_same_name` tells
 * whether the venue is known, or was known, by the name that people were told.
 */
export interface CurrentEvent extends ToldEvent {
  is_over: boolean;
  is_scheduled: boolean;
  is_same_name: boolean;
}

/** What people are told of an event. */
export interface EventNews {
  outcome: 'cancelled' | 'unpublished' | 'back' | 'moved';
  time: 'date' | 'time' | null;
  is_new_place: boolean;
}

/**
 * What to tell of an event that people know as `told`: the news, `nothing`, or `later` if the change matters only once
 * the event is published again. A change that was taken back is nothing. Nobody is told anything of an event that is
 * over.
 */
export function newsOf(told: ToldEvent, current: CurrentEvent): EventNews | 'nothing' | 'later' {
  if (current.is_over) return 'nothing';
  const time = newTime(told, current);
  const is_new_place = isNewPlace(told.venue, current);
  const [before, after] = [lifeOf(told), lifeOf(current)];
  if (after !== before) {
    if (after === 'cancelled') return { outcome: 'cancelled', time: null, is_new_place: false };
    if (after === 'on') return { outcome: 'back', time, is_new_place };
    return before === 'on' ? { outcome: 'unpublished', time: null, is_new_place: false } : 'later';
  }
  if (after === 'off' && current.is_scheduled) return 'later';
  if (time === null && !is_new_place) return 'nothing';
  return after === 'on' ? { outcome: 'moved', time, is_new_place } : 'later';
}

function lifeOf({ is_cancelled, is_published }: ToldEvent): 'on' | 'off' | 'cancelled' {
  if (is_cancelled) return 'cancelled';
  return is_published ? 'on' : 'off';
}

function newTime(told: ToldEvent, current: ToldEvent): EventNews['time'] {
  if (told.start_at === current.start_at) return null;
  return newYorkDate(new Date(told.start_at)) === newYorkDate(new Date(current.start_at)) ? 'time' : 'date';
}

/**
 * Another name of the same place is no move: two rows of one venue that are merged, or a venue that is renamed. If an
 * address is unknown, the name decides.
 */
function isNewPlace(told: ToldEvent['venue'], { venue, is_same_name }: CurrentEvent): boolean {
  if (cityOf(told) !== cityOf(venue)) return !is_same_name || told.name_key === venue.name_key;
  if (told.address && venue.address) return nameKey(told.address) !== nameKey(venue.address);
  return told.name_key !== venue.name_key && !is_same_name;
}

const cityOf = ({ city_key }: ToldEvent['venue']) => nameKey(displayCity(city_key));
