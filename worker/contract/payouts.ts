import * as v from 'valibot';
import type { PayoutStatus } from '../../drizzle/vocabulary.ts';

/** Sellers are paid from this sum in the weekly run, and from the smaller one when they ask for it, in cents. */
export const LEAST_IN_RUN_CENTS = 2000;
export const LEAST_ON_REQUEST_CENTS = 100;

/** How far the seller's money of one sale is. The first four are parts of the status `due`. */
export type PayoutStage = 'handover' | 'waiting' | 'ready' | 'leaving' | Exclude<PayoutStatus, 'due'>;

/** What a seller still has to do before money can be sent. `restricted`: the provider has stopped transfers. */
export type AccountState = 'none' | 'started' | 'ready' | 'restricted';

/** `GET /api/my/payouts`: with `back=1` the seller comes from the provider's page, and the state is read there again first. */
export const PayoutsQuery = v.object({ back: v.optional(v.picklist(['1'], 'back is 1, or is left out.')) });
