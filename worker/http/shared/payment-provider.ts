import { hostOf, isLoopback } from '../loopback.ts';

export const STRIPE = 'https://api.stripe.com';

/**
 * Whether the secret key may be sent to `origin`. Loopback origins are for local runs. The check of a deployment's
 * settings accepts only Stripe.
 */
export function isProviderOrigin(origin: string): boolean {
  if (origin === STRIPE) return true;
  return isLoopback(hostOf(origin) ?? '') && new URL(origin).origin === origin;
}
