import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { authUsers, ticketRequests } from '../../../drizzle/tables/all-tables.ts';
import { accounts as writers } from '../../../worker/features/people/accounts/accounts.ts';
import { requestTickets } from '../../../worker/features/trade/requests/request-tickets.db.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { listen } from '../../../worker/rooms/ask-room.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { ask } from '../../support/worker/admin.ts';
import { askForTickets, listPlainTickets } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, newBuyer, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { Listener } from '../../support/worker/talk/listener.ts';
import { reseller } from '../../support/worker/people/reseller.ts';

const accounts = adminClient();
const workerFiles = import.meta.glob<string>('../../../worker/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

beforeAll(async () => {
  await launch('sell', true);
});

type Person = Awaited<ReturnType<typeof reseller>>;

/** Makes an admin's change to a person in the admin area. */
async function asAdmin(path: string, json: object) {
  const { headers } = await signedInAs('admin');
  return (await ask(path, { headers, method: 'PATCH', json })).status;
}

const changeAddress = async ({ user: { id } }: Person) =>
  (await accounts.updateUserById(id, { email: `moved-${id}@vouch.test` })).error;
const banByServiceKey = async ({ user: { id } }: Person) =>
  (await accounts.updateUserById(id, { ban_duration: '24h' })).error;
const remove = async ({ user: { id } }: Person) => (await accounts.deleteUser(id)).error;
const removeAllButRow = async ({ user: { id } }: Person) => (await accounts.deleteUser(id, true)).error;
const banByAdmin = async ({ user: { id } }: Person) =>
  (await asAdmin(`/api/admin/people/${id}`, { is_banned: { from: false, to: true } })) === 200 ? null : 'refused';
const suspend = async ({ application: { id, updated_at } }: Person) =>
  (await asAdmin(`/api/admin/reseller-applications/${id}`, { status: 'suspended', updated_at })) === 200
    ? null
    : 'refused';

const ON_SALE = ['reserved', 0, 3, 'sold', 'pending'];

/**
 * A listing of three tickets with a request, an open event page and a cached one. `standing` returns their current
 * states.
 */
async function sale({ seller, buyer }: { seller: Person; buyer: { headers: Record<string, string> } }) {
  const { event, listed } = await eventWithTickets([
    { seller_id: seller.user.id, quantity: 3 },
    { seller_id: seller.user.id, quantity: 0, status: 'sold' },
  ]);
  const { json } = await askForTickets(buyer.headers, { event_id: event.id, quantity: 3 });
  const standing = async () => {
    const [request] = await db.select().from(ticketRequests).where(eq(ticketRequests.id, json.id));
    const [open, sold] = await Promise.all(listed.map(stockOf));
    return [open!.status, open!.quantity, open!.held, sold!.status, request!.status];
  };
  expect(await standing()).toEqual(ON_SALE);
  const page = new Listener(() => listen(env, { event_id: event.id, after: undefined, address: event.id }));
  expect(await page.connect()).toBe(101);
  const cached = async () => (await ask(`/api/events/${event.slug}`)).answer.headers.get('X-Cache');
  expect([await cached(), await cached()]).toEqual(['MISS', 'HIT']);
  const told = () => page.frames.filter(({ type }) => type === 'listings').length;
  return { event, standing, page, cached, told };
}

test.each([
  ['is banned by an admin', banByAdmin],
  ['is banned by the service key', banByServiceKey],
  ['is deleted', remove],
  ['is deleted except for its row', removeAllButRow],
  ['is suspended', suspend],
])(
  'when a seller %s, their listings are withdrawn, requests declined, open pages updated and cached pages purged',
  async (_what, end) => {
    const [seller, buyer] = [await reseller(), await signedInAs('user')];
    const { standing, page, cached, told } = await sale({ seller, buyer });
    expect(await end(seller)).toBeNull();
    expect(await standing()).toEqual(['withdrawn', 3, 0, 'sold', 'declined']);
    await page.until(() => told() > 0);
    expect([told(), await cached()]).toEqual([1, 'MISS']);
  },
);

test.each([
  ['is banned by an admin', banByAdmin],
  ['is banned by the service key', banByServiceKey],
  ['is deleted', remove],
  ['is deleted except for its row', removeAllButRow],
  ['is suspended as a seller', suspend],
])(
  'when a buyer %s, their requests are cancelled, tickets freed, open pages updated and cached pages purged',
  async (_what, end) => {
    const [seller, buyer] = [await reseller(), await reseller()];
    const { standing, page, cached, told } = await sale({ seller, buyer });
    expect(await end(buyer)).toBeNull();
    expect(await standing()).toEqual(['active', 3, 0, 'sold', 'cancelled']);
    await page.until(() => told() > 0);
    expect([told(), await cached()]).toEqual([1, 'MISS']);
  },
);

test('a buyer who changes their mail address keeps their requests, and no page is updated', async () => {
  const [seller, buyer] = [await reseller(), await reseller()];
  const { standing, cached, told } = await sale({ seller, buyer });
  expect(await changeAddress(buyer)).toBeNull();
  expect(await standing()).toEqual(ON_SALE);
  expect([told(), await cached()]).toEqual([0, 'HIT']);
});

test('an account update that matches no row does not change the listings and requests of an approved seller', async () => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const { standing } = await sale({ seller, buyer });
  const { id, email } = seller.user;
  const only = eq(authUsers.email, 'another@vouch.test');
  const write = writers.changeAddress(db, {
    id,
    email: 'new@vouch.test',
    email_confirmed_at: new Date(),
    only,
    now: new Date(),
  });
  expect((await runWrites(db, [write])).changed).toEqual([]);
  expect(await standing()).toEqual(ON_SALE);
  expect((await db.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, id)))[0]).toEqual({
    email,
  });
});

test('a seller whose mail address is no longer verified has nothing on sale', async () => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const { event, standing } = await sale({ seller, buyer });
  const { id, email } = seller.user;
  const { changed } = await runWrites(db, [
    writers.changeAddress(db, { id, email, email_confirmed_at: null, now: new Date() }),
  ]);
  expect(changed).toEqual([{ id: event.id, slug: event.slug }]);
  expect(await standing()).toEqual(['withdrawn', 3, 0, 'sold', 'declined']);
});

test('a buyer who is banned while requesting tickets has no pending request afterwards', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 2 }]);
  const buyer = await newBuyer();
  const input = { buyer_id: buyer.id, event_id: event.id, quantity: 1, key: 'raced-by-a-ban' };
  const now = new Date();
  await runWrites(db, [writers.banAccount(db, { id: buyer.id, until: new Date(now.getTime() + 60_000), now })]);
  expect((await requestTickets(db, { input, now })).granted).toMatchObject({ code: 'request.signed_out' });
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 2, held: 0, status: 'active' });
});

test('only files in features/people/accounts write an account’s address, ban or deletion', () => {
  const writersOf = /\b(?:update|delete)\(authUsers\)|\b(?:update|delete from) auth_users\b/i;
  const found = Object.entries(workerFiles).flatMap(([path, text]) =>
    writersOf.test(text) ? [path.replace('../../../', '')] : [],
  );
  expect(found.filter((path) => !path.startsWith('worker/features/people/accounts/'))).toEqual([]);
});

test('a seller who changes the mail address stays approved, and can still sell after a ban is lifted', async () => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const { standing } = await sale({ seller, buyer });
  expect(await changeAddress(seller)).toBeNull();
  expect((await accounts.updateUserById(seller.user.id, { ban_duration: 'none' })).error).toBeNull();
  expect(await standing()).toEqual(ON_SALE);
  const { event } = await eventWithTickets([]);
  expect((await listPlainTickets(seller.headers, { event_id: event.id, quantity: 1, ask_price: 25 })).status).toBe(201);
});

test('a seller without a proven mail address has nothing on sale', async () => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const { standing } = await sale({ seller, buyer });
  const lost = writers.changeAddress(db, {
    id: seller.user.id,
    email: null,
    email_confirmed_at: null,
    now: new Date(),
  });
  await runWrites(db, [lost]);
  expect(await standing()).toEqual(['withdrawn', 3, 0, 'sold', 'declined']);
});

test('an account cannot sell under an approved mail address that it has never verified', async () => {
  const seller = await reseller('approved', { email_confirmed_at: null });
  const { event } = await eventWithTickets([]);
  const answer = await listPlainTickets(seller.headers, { event_id: event.id, quantity: 1, ask_price: 25 });
  expect([answer.status, answer.json.error.code]).toEqual([403, 'tickets.not_reseller']);
});
