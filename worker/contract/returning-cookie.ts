/** The cookie of a browser that went to a provider to sign in and is not back yet. Its session arrives in the fragment of `/`. */
export const RETURNING = 'vouch-returning=1';
