/** The id of a pass screen begins with this for a person on an event's list. Any other id is a request's id. */
const LIST = 'list-';

/** Returns the id of the screen that shows the pass of a person on an event's list. */
export const listPassId = (event_id: string): string => LIST + event_id;

/** Returns the event's id if the screen is for a person on the event's list, or null if it is for a request. */
export const eventOfListPass = (id: string): string | null => (id.startsWith(LIST) ? id.slice(LIST.length) : null);
