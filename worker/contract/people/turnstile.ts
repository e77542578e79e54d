/** Serves the script and the frame, and verifies answers. */
export const TURNSTILE = 'https://challenges.cloudflare.com';
