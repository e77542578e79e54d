import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { launchSwitches } from '../../../drizzle/tables/staff/launch-switches.ts';
import type { Fees } from '../../contract/trade/fees.ts';

/** The provider charges no less, in cents. A request for less has no payment. */
export const LEAST_CENTS = 50;

/** True, in SQL, while buyers pay here. */
export const paymentsAreOn = sql<number>`exists (select 1 from ${launchSwitches} where ${launchSwitches.feature} = 'payments' and ${launchSwitches.is_on} = 1)`;

/**
 * A share of an amount in cents, rounded half up, in SQL. The same as in `priceOf` of the contract; a test compares them. A bound number may
 * be a float, so the division alone would not round.
 */
const shareOf = (ask: SQLWrapper, pct: number) => sql<number>`cast((${ask} * ${Math.round(pct * 10_000)} + 500000) / 1000000 as integer)`;

/** The buyer's fee for one ticket in cents, in SQL. */
export const buyerFee = (ask: SQLWrapper, fees: Fees) =>
  sql<number>`iif(${ask} = 0, 0, ${shareOf(ask, fees.buyer_pct)} + ${fees.buyer_fixed_cents})`;

/** The seller's fee for one ticket in cents, in SQL. */
export const sellerFee = (ask: SQLWrapper, fees: Fees) => shareOf(ask, fees.seller_pct);

/** What a buyer pays for `quantity` tickets in cents, in SQL. */
export const totalFor = (ask: SQLWrapper, { quantity, fees }: { quantity: number | SQL; fees: Fees }) =>
  sql<number>`((${ask} + ${buyerFee(ask, fees)}) * ${quantity})`;

/** True, in SQL, if these tickets are paid here. */
export const isPaidHere = (ask: SQL, about: { quantity: number | SQL; fees: Fees }) =>
  sql<number>`(${paymentsAreOn} and ${totalFor(ask, about)} >= ${LEAST_CENTS})`;
