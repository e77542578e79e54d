import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { launchSwitches } from '../../../drizzle/tables/staff/launch-switches.ts';
import { buyerFeeOf, type Fees, sellerFeeOf, totalOf } from '../../contract/trade/fees.ts';
import { IN_SQL } from '../database/arithmetic.ts';

/** The provider charges no less, in cents. A request for less has no payment. */
export const LEAST_CENTS = 50;

/** True, in SQL, while buyers pay here. */
export const paymentsAreOn = sql<number>`exists (select 1 from ${launchSwitches}
  where ${launchSwitches.feature} = 'payments' and ${launchSwitches.is_on} = 1)`;

/** The buyer's fee for one ticket in cents, in SQL. */
export const buyerFee = (ask: SQLWrapper, fees: Fees) => sql<number>`${buyerFeeOf(IN_SQL, { ask, fees })}`;

/** The seller's fee for one ticket in cents, in SQL. */
export const sellerFee = (ask: SQLWrapper, fees: Fees) => sql<number>`${sellerFeeOf(IN_SQL, { ask, fees })}`;

/** What a buyer pays for `quantity` tickets in cents, in SQL. */
export const totalFor = (ask: SQLWrapper, { quantity, fees }: { quantity: number | SQL; fees: Fees }) =>
  sql<number>`${totalOf(IN_SQL, { ask, quantity: sql`${quantity}`, fees })}`;

/** True, in SQL, if these tickets are paid here. */
export const isPaidHere = (ask: SQL, about: { quantity: number | SQL; fees: Fees }) =>
  sql<number>`(${paymentsAreOn} and ${totalFor(ask, about)} >= ${LEAST_CENTS})`;
