/**
 * A cookie, set while a browser has gone to a provider to sign in and has not returned yet. The browser returns to `/`
 * with a code or an error in the query.
 */
export const RETURNING = 'vouch-returning=1';
