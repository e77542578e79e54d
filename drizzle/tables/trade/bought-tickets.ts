import { type SQL, sql } from 'drizzle-orm';
import { ticketRequests } from './ticket-requests.ts';

/** SQL condition: the tickets of an accepted request were replaced or refunded, or their hand-over failed. */
export const isLost: SQL<boolean> = sql<boolean>`(${ticketRequests.status} = 'accepted'
  and (exists (select 1 from problems as problem where problem.request_id = ${ticketRequests.id}
      and problem.status in ('replaced', 'refunded'))
    or exists (select 1 from handovers as handover where handover.request_id = ${ticketRequests.id}
      and handover.status = 'failed')))`.mapWith(Boolean);
