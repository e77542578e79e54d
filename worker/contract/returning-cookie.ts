/** Marks a browser that was sent to a provider to sign in and has not returned yet. Its session arrives in the fragment of `/`. */
export const RETURNING = 'vouch-returning=1';
