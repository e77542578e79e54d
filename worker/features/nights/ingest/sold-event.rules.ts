import { type GuardedEdit, guardedEdit, type SalesOfEvent } from '../../../contract/nights/events/guarded-edits.ts';
import type { IngestEvent } from '../../../contract/nights/ingest.ts';

export interface SoldEvent {
  sales: SalesOfEvent;
  start_at: number;
  city: string;
  is_cancelled: boolean;
  edited: string[];
}

/**
 * Returns the guarded edit (an edit that could harm buyers) that a feed would make to a sold event. Returns null if the
 * feed's changes are harmless. Ignores fields that a person has edited, because feeds cannot change them.
 */
export function guardOf(
  sold: SoldEvent,
  { event, venue, now }: { event: IngestEvent; venue: { city_key: string }; now: Date },
): GuardedEdit | null {
  const before = { start_at: new Date(sold.start_at), city: sold.city, is_cancelled: sold.is_cancelled };
  const isEdited = (...fields: string[]) => fields.some((field) => sold.edited.includes(field));
  const after = {
    start_at: isEdited('start_at') ? before.start_at : new Date(event.start_at),
    city: isEdited('venue_id', 'venue') ? sold.city : venue.city_key,
    is_cancelled: isEdited('cancelled_at') ? sold.is_cancelled : (event.cancelled ?? sold.is_cancelled),
  };
  return guardedEdit({ before, after, sales: sold.sales, now });
}
