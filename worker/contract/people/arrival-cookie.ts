/**
 * The cookie of a browser that confirmed a mail link with the button of the confirm page: `<type>.<proof>`. The page
 * that follows starts the session of the address only with this proof. On https the name has the prefix `__Host-`, so
 * that no other host can set it.
 */
export const ARRIVAL_COOKIE = 'vouch-arrival';
