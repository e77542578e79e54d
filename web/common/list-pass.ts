/** The screen of a pass has this id for the pass of a person on an event's list. Any other id is of a request. */
const LIST = 'list-';

/** Returns the id of the screen with the pass of a person on the list of an event. */
export const listPassId = (event_id: string): string => LIST + event_id;

/** Returns the event if the id of a screen is for a person on its list, who has bought nothing, and else null. */
export const eventOfListPass = (id: string): string | null => (id.startsWith(LIST) ? id.slice(LIST.length) : null);
