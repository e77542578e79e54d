import { type SQL, sql } from 'drizzle-orm';
import { OPEN_END_MS } from '../../../drizzle/open-end.ts';
import { events } from '../../../drizzle/tables/nights/events.ts';
import { payments } from '../../../drizzle/tables/trade/money/payments.ts';
import { saleEndOf } from '../../contract/trade/payment-times.ts';
import { IN_SQL } from '../database/arithmetic.ts';

/** In UTC ms. */
export const eventEnd = (event: SQL = sql`${events}`): SQL =>
  sql`coalesce(${event}.end_at, ${event}.start_at + ${OPEN_END_MS})`;

/** Computes `endOfSale` of the contract in SQL, in UTC ms. */
export const saleEnd = ({
  payment = sql`${payments}`,
  event = sql`${events}`,
}: { payment?: SQL; event?: SQL } = {}): SQL =>
  sql`${saleEndOf(IN_SQL, { promised: sql`${payment}.promised_end_at`, end: eventEnd(event) })}`;
