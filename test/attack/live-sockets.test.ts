import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { eventRow, venueRow } from '../../drizzle/seed/rows.ts';
import { events, venues } from '../../drizzle/tables/schema.ts';
import { db } from '../support/worker/db.ts';
import { Listener } from '../support/worker/listener.ts';

const from = (address: string) =>
  new Listener(() =>
    exports.default.fetch('http://vouch.test/api/events/sockets/live', {
      headers: { Upgrade: 'websocket', 'CF-Connecting-IP': address },
    }),
  );

test('a client that changes its IPv6 address within its network opens a hundred sockets and no more, and its neighbour still comes in', async () => {
  const venue = venueRow();
  await db.batch([db.insert(venues).values(venue), db.insert(events).values(eventRow({ slug: 'sockets', venue_id: venue.id }))]);
  const most = Number(env.ROOM_SOCKETS_PER_ADDRESS);
  const listeners = Array.from({ length: most + 5 }, (_, at) => from(`2001:db8:50:1::${(at + 1).toString(16)}`));
  const answers: number[] = [];
  for (const listener of listeners) answers.push(await listener.connect());
  expect(answers.filter((status) => status === 101)).toHaveLength(most);
  expect(answers.slice(most)).toEqual(Array(5).fill(429));
  expect(await from('2001:db8:50:2::1').connect()).toBe(101);
});
