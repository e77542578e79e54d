import { exports } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { crowdSignedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';

test('if two hundred people request the last ticket at the same time, exactly one request succeeds', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 1 }]);
  const people = await crowdSignedInAs('user', 200);
  const answers = await Promise.all(
    people.map(({ headers }, at) =>
      exports.default.fetch('http://vouch.test/api/ticket-requests', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': `the-last-ticket-${at}` },
        body: JSON.stringify({ event_id: event.id, quantity: 1 }),
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(199);
  const winner = people[statuses.indexOf(201)]!;
  const rows = await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event.id));
  expect(rows.map(({ buyer_id, quantity, status }) => [buyer_id, quantity, status])).toEqual([
    [winner.user.id, 1, 'pending'],
  ]);
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});
