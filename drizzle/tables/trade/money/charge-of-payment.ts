import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** SQL value: the id of the ticket request whose charge pays for `requestId`, even after several replacements. */
export const chargeOf = (requestId: string | Placeholder): SQL<string> =>
  sql<string>`(select coalesce(own.paid_from, own.request_id) from payments as own
    where own.request_id = ${requestId})`;

/** SQL condition: one charge pays for both `requestId` and the ticket request in `column`. */
export const isOfCharge = (column: SQLWrapper, requestId: string | Placeholder): SQL =>
  sql`${column} in (select ${chargeOf(requestId)} union all select link.request_id from payments as link
    where link.paid_from = ${chargeOf(requestId)})`;
