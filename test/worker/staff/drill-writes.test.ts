import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { callCounted } from '../../support/worker/call.ts';
import { crowdSignedInAs } from '../../support/worker/people/auth.ts';
import { backedUp, call, inMemory, restored } from '../../support/worker/staff/drill.ts';
import { askForTickets } from '../../support/worker/trade/ask-for-tickets.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';

const BACKUPS = 5;
const PEOPLE = 200;

const HELD = `select (select sum(held) from listings),
  (select coalesce(sum(quantity), 0) from ticket_requests where status = 'pending')`;

test('five backups taken during writes to the database are restored without a difference', async () => {
  const { event } = await eventWithTickets([{ quantity: PEOPLE }]);
  const people = await crowdSignedInAs('user', PEOPLE);
  const write = ({ user, headers }: (typeof people)[number], at: number) => {
    if (at % 3 === 0) return askForTickets(headers, { event_id: event.id, quantity: 1 });
    if (at % 3 === 1) return callCounted(`/api/my/saved-events/${event.id}`, { method: 'PUT', headers });
    return call(`/auth/v1/admin/users/${user.id}`, { method: 'DELETE' });
  };
  const backups = [];
  for (let round = 0; round < BACKUPS; round += 1) {
    const keeping = inMemory();
    const writers = people.filter((_, at) => at % BACKUPS === round);
    await Promise.all([backedUp(keeping), ...writers.map(write)]);
    backups.push(keeping);
  }
  const requests: number[] = [];
  for (const keeping of backups) {
    const { manifest, differences } = await restored(keeping);
    expect(differences).toEqual([]);
    expect(await env.DB.prepare('pragma foreign_key_check').raw()).toEqual([]);
    const [[held, asked]] = (await env.DB.prepare(HELD).raw<[number, number]>()) as [[number, number]];
    expect(held).toBe(asked);
    requests.push(manifest.tables['ticket_requests']!.rows);
  }
  expect(requests).toEqual(requests.toSorted((a, b) => a - b));
  expect(requests.at(-1)).toBeGreaterThan(PEOPLE / BACKUPS);
});
