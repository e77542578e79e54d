/**
 * Cookie of a browser that confirmed a mail link with the button on the confirm page: `<type>.<proof>`. The next page
 * starts a session only with this proof. On https the name has the prefix `__Host-`, so that no other host can set the
 * cookie.
 */
export const ARRIVAL_COOKIE = 'vouch-arrival';
