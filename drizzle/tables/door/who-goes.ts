import { type SQL, sql } from 'drizzle-orm';
import { passVoid } from './pass-void.ts';
import { payments } from '../trade/money/payments.ts';
import { handovers } from '../trade/handovers.ts';
import { ticketRequests } from '../trade/ticket-requests.ts';
import { toldStatus } from '../trade/told-status.ts';
import { events } from '../nights/events.ts';
import { waitlist } from '../nights/waitlist.ts';

interface PersonAtEvent {
  user: SQL;
  event_id: string;
}

/** SQL condition: the person said that they go, or that they would go with somebody. */
const saidSo = ({ user, event_id }: PersonAtEvent) =>
  sql`exists (select 1 from goings as said where said.event_id = ${event_id} and said.user_id = ${user})`;

/** SQL condition: the person holds a valid ticket. They bought it and kept it, or a friend gave it to them. */
const holdsTicketOf = ({ user, event_id }: PersonAtEvent) => sql`exists (select 1 from (
    select bought.id from ticket_requests as bought
      where bought.buyer_id = ${user} and bought.event_id = ${event_id} and bought.status = 'accepted'
        and bought.quantity > (select count(*) from given_tickets as given where given.request_id = bought.id
          and given.ended_at is null and given.friend_id is not null)
    union all select given.request_id from given_tickets as given
      where given.friend_id = ${user} and given.ended_at is null) as held
  cross join ${ticketRequests} on ${ticketRequests.id} = held.id
  cross join ${events} on ${events.id} = ${ticketRequests.event_id}
  left join ${payments} on ${payments.request_id} = ${ticketRequests.id}
  left join ${handovers} on ${handovers.request_id} = ${ticketRequests.id}
  where ${ticketRequests.event_id} = ${event_id} and ${ticketRequests.status} = 'accepted'
    and coalesce(${payments.status}, 'captured') = 'captured' and ${passVoid} is null)`;

const isOnList = ({ user, event_id }: PersonAtEvent, now: Date) => sql`exists (select 1 from ${waitlist}
  where ${waitlist.applicant_id} = ${user} and ${waitlist.event_id} = ${event_id}
    and ${toldStatus(waitlist, now)} = 'accepted')`;

export const goesTo = (person: PersonAtEvent, now: Date): SQL =>
  sql`(${saidSo(person)} or ${holdsTicketOf(person)} or ${isOnList(person, now)})`;
