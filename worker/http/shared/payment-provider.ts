import { hostOf, isLoopback } from '../loopback.ts';

export const STRIPE = 'https://api.stripe.com';

/**
 * Whether the secret key may be sent to `origin`: to Stripe, or to any loopback origin, such as the fake provider of a
 * local run. The check of a deployment's settings is stricter and accepts only Stripe.
 */
export function isProviderOrigin(origin: string): boolean {
  if (origin === STRIPE) return true;
  return isLoopback(hostOf(origin) ?? '') && new URL(origin).origin === origin;
}
