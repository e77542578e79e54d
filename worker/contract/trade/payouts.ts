import * as v from 'valibot';

/** The least sum that the weekly run pays out, in cents. */
export const LEAST_IN_RUN_CENTS = 2000;
/** The least sum that a seller can ask for, in cents. */
export const LEAST_ON_REQUEST_CENTS = 100;

/**
 * The stages of the seller's money from one sale. A payout with the status `due` is in one of the first four stages, or
 * in `dropped` if the hand-over failed.
 */
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

/** The states of a seller's account at the provider. `restricted`: the provider has stopped transfers. */
export const ACCOUNT_STATES = ['none', 'started', 'ready', 'restricted'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** The query of `GET /api/my/payouts`. `back=1` says that the seller returns from the provider's page. */
export const PayoutsQuery = v.object({ back: v.optional(v.picklist(['1'], 'back is 1, or is left out.')) });
