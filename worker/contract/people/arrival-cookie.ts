/**
 * A cookie with the value `<type>.<proof>`. It says that this browser confirmed a mail link of this type on the confirm
 * page. The next page starts a session only with this proof or with the flow's PKCE verifier. On https the prefix
 * `__Host-` keeps other hosts from setting the cookie.
 */
export const ARRIVAL_COOKIE = 'vouch-arrival';
