import { hostOf, isLoopback } from '../loopback.ts';

export const STRIPE = 'https://api.stripe.com';

/**
 * Whether the payment provider's secret key may be sent to `origin`. Loopback origins are for local runs. On a
 * deployment, the check of the settings accepts only Stripe.
 */
export function isProviderOrigin(origin: string): boolean {
  if (origin === STRIPE) return true;
  return isLoopback(hostOf(origin) ?? '') && new URL(origin).origin === origin;
}
