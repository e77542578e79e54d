import { expect, test, vi } from 'vitest';
import { makeApi } from '../../../api.ts';
import { openTickets } from './open-tickets.ts';
import type { BoughtTicket } from './ticket-api.ts';

vi.mock('../../../code-reader/code-reader.ts', () => ({
  openTicket: async () => ({ pages: [new Blob(['a'])], code: null, codes: [], isRedrawn: false }),
}));
vi.mock('./kept-tickets.ts', () => ({ keptTickets: async () => [], keepTicket: async () => undefined }));

test('a ticket opens even if its code cannot be read', async () => {
  const api = makeApi('http://vouch.test', async (_input, init) =>
    init?.method === 'POST' ? Response.json({ matches: null }) : new Response('a file'),
  );
  const request = {
    id: 'r1',
    event: { title: 'A', venue_name: 'B', start_at: '2030-01-05T03:00:00.000Z' },
  };
  const ticket = { id: 't1', code_format: 'qr', media_type: 'image/png', bytes: 6 } as BoughtTicket;
  expect(await openTickets(api, { user_id: 'me', request, tickets: [ticket] })).toMatchObject([
    { id: 't1', matches: null },
  ]);
});
