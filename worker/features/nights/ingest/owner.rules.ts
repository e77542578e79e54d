import { ADMIN_SOURCE, type EventOwner } from '../../../contract/nights/ingest.ts';

const PERSONAL = 'organizer:';

/** The source of all events that a person sends. */
export const personalSource = (personId: string) => `${PERSONAL}${personId}`;

/** Returns whether a source belongs to a person or to the admin area. */
const isPersonal = (source: string) => source.startsWith(PERSONAL) || source === ADMIN_SOURCE;

/** Returns whether a feed may name a source: no person and no other feed owns it. */
export function mayName({ reserved }: EventOwner, source: string): boolean {
  return !isPersonal(source) && !reserved.includes(source);
}

/**
 * Returns whether a sender may change a stored event. An organizer may change their own events. A sender with a
 * source may change the events of that source. Any other feed may change the events of each source that it may name.
 * `isAllowed` in `ingest.db.ts` is the same rule in SQL.
 */
export function mayChange(owner: EventOwner, stored: { source: string; organizer_id: string | null }): boolean {
  if (owner.organizer_id !== null) return stored.organizer_id === owner.organizer_id;
  return owner.source === null ? mayName(owner, stored.source) : stored.source === owner.source;
}
