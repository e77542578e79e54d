/**
 * A cookie with the value `<type>.<proof>`. It says that a browser confirmed a mail link on the confirm page. The next
 * page starts a session only with this proof. On https the prefix `__Host-` keeps other hosts from setting the cookie.
 */
export const ARRIVAL_COOKIE = 'vouch-arrival';
