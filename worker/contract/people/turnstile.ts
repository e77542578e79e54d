/** The origin that serves Turnstile's script and frame, and verifies its answers. */
export const TURNSTILE = 'https://challenges.cloudflare.com';
