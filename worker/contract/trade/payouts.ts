import * as v from 'valibot';

/** Sellers are paid from this sum in the weekly run, and from the smaller one when they ask for it, in cents. */
export const LEAST_IN_RUN_CENTS = 2000;
export const LEAST_ON_REQUEST_CENTS = 100;

/** How far the seller's money of one sale is. The first four are parts of the status `due`. */
export const PAYOUT_STAGES = [
  'handover',
  'waiting',
  'ready',
  'leaving',
  'frozen',
  'sent',
  'reversed',
  'dropped',
] as const;
export type PayoutStage = (typeof PAYOUT_STAGES)[number];

/** What a seller still has to do before money can be sent. `restricted`: the provider has stopped transfers. */
export const ACCOUNT_STATES = ['none', 'started', 'ready', 'restricted'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/**
 * `GET /api/my/payouts`: with `back=1` the seller comes from the provider's page, and the state is read there again
 * first.
 */
export const PayoutsQuery = v.object({ back: v.optional(v.picklist(['1'], 'back is 1, or is left out.')) });
