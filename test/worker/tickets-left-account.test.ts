import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { resellerRow } from '../../drizzle/seed/rows.ts';
import { resellerApplications, ticketRequests } from '../../drizzle/tables/schema.ts';
import { adminClient } from '../support/worker/admin-client.ts';
import { askForTickets, offerTickets } from '../support/worker/ask-for-tickets.ts';
import { signedInAs } from '../support/worker/auth.ts';
import { db } from '../support/worker/db.ts';
import { launch } from '../support/worker/launch.ts';
import { eventWithTickets, stockOf } from '../support/worker/event-with-tickets.ts';
import { reseller } from '../support/worker/reseller.ts';

const accounts = adminClient();

/** An approved reseller with tickets on sale, some of them asked for. */
async function selling() {
  const seller = await reseller();
  const { event, offered } = await eventWithTickets([
    { seller_id: seller.user.id, quantity: 3 },
    { seller_id: seller.user.id, quantity: 0, status: 'sold' },
  ]);
  const { json } = await askForTickets((await signedInAs('user')).headers, { event_id: event.id, quantity: 3 });
  const standing = async () => {
    const [request] = await db.select().from(ticketRequests).where(eq(ticketRequests.id, json.id));
    const [open, sold] = await Promise.all(offered.map(stockOf));
    return [open!.status, open!.quantity, open!.held, sold!.status, request!.status];
  };
  return { seller, id: seller.user.id, standing };
}

const ON_SALE = ['reserved', 0, 3, 'sold', 'pending'];
const OFF_SALE = ['withdrawn', 3, 0, 'sold', 'declined'];

test.each([
  ['moves to an address nobody approved', (id: string) => accounts.updateUserById(id, { email: `moved-${id}@vouch.test` })],
  ['is banned by the service key', (id: string) => accounts.updateUserById(id, { ban_duration: '24h' })],
  ['is deleted', (id: string) => accounts.deleteUser(id)],
  ['is deleted but for its row', (id: string) => accounts.deleteUser(id, true)],
])('a seller whose account %s has nothing on sale', async (_what, leave) => {
  const { id, standing } = await selling();
  expect(await standing()).toEqual(ON_SALE);
  expect((await leave(id)).error).toBeNull();
  expect(await standing()).toEqual(OFF_SALE);
});

test('a seller who moves to another approved address, or is unbanned, goes on selling', async () => {
  const { id, standing } = await selling();
  const email = `approved-${id}@vouch.test`;
  await db.insert(resellerApplications).values(resellerRow({ email, email_key: email, status: 'approved' }));
  expect((await accounts.updateUserById(id, { email, user_metadata: { full_name: 'Still here' } })).error).toBeNull();
  expect((await accounts.updateUserById(id, { ban_duration: 'none' })).error).toBeNull();
  expect(await standing()).toEqual(ON_SALE);
});

test('an address that its account has never proven sells nothing, whoever was approved under it', async () => {
  const seller = await reseller('approved', { email_confirmed_at: null });
  await launch('sell', true);
  const { event } = await eventWithTickets([]);
  const answer = await offerTickets(seller.headers, { event_id: event.id, quantity: 1, ask_price: 25 });
  expect([answer.status, answer.json.error.code]).toEqual([403, 'tickets.not_reseller']);
});
