/**
 * `<type>.<proof>`: a browser confirmed a mail link on the confirm page, and the next page starts a session only with
 * this proof. On https the prefix `__Host-` keeps other hosts from setting the cookie.
 */
export const ARRIVAL_COOKIE = 'vouch-arrival';
