import type { ToldEvent } from '../../../../drizzle/tables/nights/event-changes.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';
import { displayCity } from '../../../contract/nights/places.ts';
import { nameKey } from '../../../contract/nights/events/slug.ts';

/** `is_same_name`: the venue name that people were told is an alias of the event's present venue. */
interface CurrentEvent extends ToldEvent {
  is_over: boolean;
  is_scheduled: boolean;
  is_same_name: boolean;
}

export interface EventNews {
  outcome: 'cancelled' | 'unpublished' | 'back' | 'moved';
  time: 'date' | 'time' | null;
  is_new_place: boolean;
}

/** `later`: the news matters only once the event is published again. */
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

/** After a rename or a merge of venues, the name that people were told is an alias of the venue. */
function isNewPlace(told: ToldEvent['venue'], { venue, is_same_name }: CurrentEvent): boolean {
  const isOtherName = told.name_key !== venue.name_key;
  if (cityOf(told) !== cityOf(venue) && !(is_same_name && isOtherName)) return true;
  if (told.address && venue.address) return nameKey(told.address) !== nameKey(venue.address);
  return isOtherName && !is_same_name;
}

const cityOf = ({ city_key }: ToldEvent['venue']) => nameKey(displayCity(city_key));
