import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The request whose card was charged for a request, in SQL: its own, or the first one whose tickets were replaced. */
export const chargeOf = (requestId: string | Placeholder): SQL<string> =>
  sql<string>`(select coalesce(own.paid_from, own.request_id) from payments as own
    where own.request_id = ${requestId})`;

/** True, in SQL, of a request whose money is on the same charge as that of `requestId`. */
export const isOfCharge = (column: SQLWrapper, requestId: string | Placeholder): SQL =>
  sql`${column} in (select ${chargeOf(requestId)} union all select link.request_id from payments as link
    where link.paid_from = ${chargeOf(requestId)})`;
