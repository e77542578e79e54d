/** The host of Turnstile: of its script and frame in the browser, and of its verification. */
export const TURNSTILE = 'https://challenges.cloudflare.com';
