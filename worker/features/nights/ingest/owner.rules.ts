import { ADMIN_SOURCE, type EventOwner } from '../../../contract/nights/ingest.ts';

const PERSONAL = 'organizer:';

export const personalSource = (personId: string) => `${PERSONAL}${personId}`;

const isPersonal = (source: string) => source.startsWith(PERSONAL) || source === ADMIN_SOURCE;

export function mayName({ reserved }: EventOwner, source: string): boolean {
  return !isPersonal(source) && !reserved.includes(source);
}

/** `isAllowed` in `ingest.db.ts` is the same rule in SQL. */
export function mayChange(owner: EventOwner, stored: { source: string; organizer_id: string | null }): boolean {
  if (owner.organizer_id !== null) return stored.organizer_id === owner.organizer_id;
  return owner.source === null ? mayName(owner, stored.source) : stored.source === owner.source;
}
