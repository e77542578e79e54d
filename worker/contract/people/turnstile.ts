export const TURNSTILE = 'https://challenges.cloudflare.com';
