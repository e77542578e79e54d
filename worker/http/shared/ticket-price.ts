import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { launchSwitches } from '../../../drizzle/tables/staff/launch-switches.ts';
import { buyerFeeOf, type Fees, sellerFeeOf, totalOf } from '../../contract/trade/fees.ts';
import { IN_SQL } from '../database/arithmetic.ts';

/** The provider's smallest charge, in cents. A ticket request with a smaller total has no payment. */
export const LEAST_CENTS = 50;

export const paymentsAreOn = sql<number>`exists (select 1 from ${launchSwitches}
  where ${launchSwitches.feature} = 'payments' and ${launchSwitches.is_on} = 1)`;

/** For one ticket, in cents. */
export const buyerFee = (ask: SQLWrapper, fees: Fees) => sql<number>`${buyerFeeOf(IN_SQL, { ask, fees })}`;

/** For one ticket, in cents. */
export const sellerFee = (ask: SQLWrapper, fees: Fees) => sql<number>`${sellerFeeOf(IN_SQL, { ask, fees })}`;

/** For `quantity` tickets, in cents. */
export const totalFor = (ask: SQLWrapper, { quantity, fees }: { quantity: number | SQL; fees: Fees }) =>
  sql<number>`${totalOf(IN_SQL, { ask, quantity: sql`${quantity}`, fees })}`;

export const isPaidHere = (ask: SQL, about: { quantity: number | SQL; fees: Fees }) =>
  sql<number>`(${paymentsAreOn} and ${totalFor(ask, about)} >= ${LEAST_CENTS})`;
