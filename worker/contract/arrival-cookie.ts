/**
 * The cookie of a browser that pressed the button behind a mail's link: `<type>.<proof>`. The page that the link leads to takes the session
 * from the address only with this proof. On https the name has the prefix `__Host-`, so that no other host can set it.
 */
export const ARRIVAL_COOKIE = 'vouch-arrival';
