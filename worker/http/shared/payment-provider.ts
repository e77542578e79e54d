import { hostOf, isLoopback } from '../loopback.ts';

export const STRIPE = 'https://api.stripe.com';

/** Whether the secret key may be sent there: to Stripe, or to a loopback origin in a local run. */
export function isProviderOrigin(origin: string): boolean {
  if (origin === STRIPE) return true;
  return isLoopback(hostOf(origin) ?? '') && new URL(origin).origin === origin;
}
