/** The id of a pass screen begins with this for a person on an event's list. Any other id is a request's id. */
const LIST = 'list-';

export const listPassId = (event_id: string): string => LIST + event_id;

/** Returns the id of the event, or null for the id of a request. */
export const eventOfListPass = (id: string): string | null => (id.startsWith(LIST) ? id.slice(LIST.length) : null);
