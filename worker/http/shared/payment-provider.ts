import { hostOf, isLoopback } from '../loopback.ts';

/** The origin of Stripe's API. */
export const STRIPE = 'https://api.stripe.com';

/** Whether the secret key may be sent to this origin: Stripe's own, or a loopback address of a local run. */
export function isProviderOrigin(origin: string): boolean {
  if (origin === STRIPE) return true;
  return isLoopback(hostOf(origin) ?? '') && new URL(origin).origin === origin;
}
