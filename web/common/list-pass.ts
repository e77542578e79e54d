/** An accepted waitlist entry has a pass. The id of its pass screen is this prefix, followed by the event's id. */
const LIST = 'list-';

export const listPassId = (event_id: string): string => LIST + event_id;

/** Returns the event's id. Returns null for an id without the prefix, which is the id of a ticket request. */
export const eventOfListPass = (id: string): string | null => (id.startsWith(LIST) ? id.slice(LIST.length) : null);
