/** Cookie of a browser that is signing in at a provider and will return to `/` with a code or an error in the query. */
export const RETURNING = 'vouch-returning=1';
