/** Prefix of a pass screen's id for a person with an accepted waitlist entry. The event's id follows the prefix. */
const LIST = 'list-';

export const listPassId = (event_id: string): string => LIST + event_id;

/** Returns the event's id. Returns null for an id without the prefix, which is the id of a ticket request. */
export const eventOfListPass = (id: string): string | null => (id.startsWith(LIST) ? id.slice(LIST.length) : null);
