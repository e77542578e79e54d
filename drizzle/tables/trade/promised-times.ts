import { type SQL, sql } from 'drizzle-orm';
import { LATER_END_MS, OPEN_END_MS } from '../../open-end.ts';
import { events } from '../nights/events.ts';
import { payments } from './money/payments.ts';

/** The end of an event, in SQL, UTC ms. */
export const eventEnd = (event: SQL = sql`${events}`): SQL => sql`coalesce(${event}.end_at, ${event}.start_at + ${OPEN_END_MS})`;

/**
 * The end of the night of a sale, in SQL, UTC ms: the promised one, or a later one if the night was moved, but never more than four days
 * later. The same as `endOfSale` of the contract; a test compares them.
 */
export const saleEnd = ({ payment = sql`${payments}`, event = sql`${events}` }: { payment?: SQL; event?: SQL } = {}): SQL =>
  sql`max(${payment}.promised_end_at, min(${eventEnd(event)}, ${payment}.promised_end_at + ${LATER_END_MS}))`;

/** True, in SQL, of a night that is over for the buyer of a ticket: it has ended, and so has the promised night. An edit shortens no time to get in. */
export const isOverForBuyer = (now: Date): SQL<number> =>
  sql<number>`(max(${eventEnd()}, coalesce(${payments.promised_end_at}, 0)) <= ${now.getTime()})`;
