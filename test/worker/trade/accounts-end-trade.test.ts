import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers } from '../../../drizzle/tables/all-tables.ts';
import { accounts as writers } from '../../../worker/features/people/accounts/accounts.ts';
import { requestTickets } from '../../../worker/features/trade/requests/request-tickets.db.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { listen } from '../../../worker/rooms/ask-room.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, newBuyer, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launchForFile } from '../../support/worker/launch.ts';
import { Listener } from '../../support/worker/talk/listener.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { askFor, listFor, type Person, refusal } from '../../support/worker/trade/deals/calls.ts';
import { ban, requestOf } from '../../support/worker/trade/deals/rows.ts';

const accounts = adminClient();
const workerFiles = import.meta.glob<string>('../../../worker/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

launchForFile('sell');

type Reseller = Awaited<ReturnType<typeof reseller>>;

/** Returns null if the change is allowed. */
async function asAdmin(path: string, json: object) {
  const { headers } = await signedInAs('admin');
  return (await ask(path, { headers, method: 'PATCH', json })).status === 200 ? null : 'refused';
}

const changeAddress = async ({ user: { id } }: Reseller) =>
  (await accounts.updateUserById(id, { email: `moved-${id}@vouch.test` })).error;

/** `end` returns null if the change is allowed. */
const ENDS: [what: string, end: (person: Reseller) => Promise<unknown>][] = [
  [
    'is banned by an admin',
    ({ user: { id } }) => asAdmin(`/api/admin/people/${id}`, { is_banned: { from: false, to: true } }),
  ],
  [
    'is banned by the service key',
    async ({ user: { id } }) => (await accounts.updateUserById(id, { ban_duration: '24h' })).error,
  ],
  ['is deleted', async ({ user: { id } }) => (await accounts.deleteUser(id)).error],
  ['is soft-deleted', async ({ user: { id } }) => (await accounts.deleteUser(id, true)).error],
  [
    'is suspended as a seller',
    ({ application: { id, updated_at } }) =>
      asAdmin(`/api/admin/reseller-applications/${id}`, { status: 'suspended', updated_at }),
  ],
];

const ON_SALE = ['reserved', 0, 3, 'sold', 'pending'];

/** Makes a listing of three tickets with a request for all three, an open event page and a cached answer of the API. */
async function sale({ seller, buyer }: { seller: Reseller; buyer: Person }) {
  const { event, listed } = await eventWithTickets([
    { seller_id: seller.user.id, quantity: 3 },
    { seller_id: seller.user.id, quantity: 0, status: 'sold' },
  ]);
  const { json } = await askFor(event, buyer, 3);
  const standing = async () => {
    const request = await requestOf(json.id);
    const [open, sold] = await Promise.all(listed.map(stockOf));
    return [open!.status, open!.quantity, open!.held, sold!.status, request.status];
  };
  expect(await standing()).toEqual(ON_SALE);
  const page = new Listener(() => listen(env, { event_id: event.id, after: undefined, address: event.id }));
  expect(await page.connect()).toBe(101);
  const cached = async () => (await ask(`/api/events/${event.slug}`)).answer.headers.get('X-Cache');
  expect([await cached(), await cached()]).toEqual(['MISS', 'HIT']);
  const told = () => page.frames.filter(({ type }) => type === 'listings').length;
  return { event, standing, page, cached, told };
}

const LEFT = {
  seller: ['withdrawn', 3, 0, 'sold', 'declined'],
  buyer: ['active', 3, 0, 'sold', 'cancelled'],
} as const;
const ENDED = ENDS.flatMap(([what, end]) => (['seller', 'buyer'] as const).map((side) => [side, what, end] as const));

test.each(ENDED)('when a %s %s, their trade ends, and open and cached pages show it', async (side, _what, end) => {
  const people = { seller: await reseller(), buyer: await reseller() };
  const { standing, page, cached, told } = await sale(people);
  expect(await end(people[side])).toBeNull();
  expect(await standing()).toEqual(LEFT[side]);
  await page.until(() => told() > 0);
  expect([told(), await cached()]).toEqual([1, 'MISS']);
});

test('a buyer who changes their mail address keeps their ticket requests', async () => {
  const [seller, buyer] = [await reseller(), await reseller()];
  const { standing, cached, told } = await sale({ seller, buyer });
  expect(await changeAddress(buyer)).toBeNull();
  expect(await standing()).toEqual(ON_SALE);
  expect([told(), await cached()]).toEqual([0, 'HIT']);
});

test('an address change whose condition is not met leaves the seller’s listings and ticket requests as they are', async () => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const { standing } = await sale({ seller, buyer });
  const { id, email } = seller.user;
  const [only, now] = [eq(authUsers.email, 'another@vouch.test'), new Date()];
  const write = writers.changeAddress(db, { id, email: 'new@vouch.test', email_confirmed_at: now, only, now });
  expect((await runWrites(db, [write])).changed).toEqual([]);
  expect(await standing()).toEqual(ON_SALE);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, id));
  expect(row!.email).toBe(email);
});

test.each([
  ['no longer verified', ({ email }: Reseller['user']) => email],
  ['removed', () => null],
])('a seller whose mail address is %s has nothing on sale', async (_what, left) => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const { event, standing } = await sale({ seller, buyer });
  const address = { email: left(seller.user), email_confirmed_at: null };
  const write = writers.changeAddress(db, { id: seller.user.id, ...address, now: new Date() });
  const { changed } = await runWrites(db, [write]);
  expect(changed).toEqual([{ id: event.id, slug: event.slug }]);
  expect(await standing()).toEqual(LEFT.seller);
});

test('a buyer who is banned while requesting tickets has no pending request afterwards', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 2 }]);
  const buyer = await newBuyer();
  const input = { buyer_id: buyer.id, event_id: event.id, quantity: 1, key: 'raced-by-a-ban' };
  await ban(buyer.id);
  expect((await requestTickets(db, { input, now: new Date() })).granted).toMatchObject({ code: 'request.signed_out' });
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 2, held: 0, status: 'active' });
});

test('only files in features/people/accounts write an account’s address, ban or deletion', () => {
  const writersOf = /\b(?:update|delete)\(authUsers\)|\b(?:update|delete from) auth_users\b/i;
  const found = Object.entries(workerFiles).flatMap(([path, text]) =>
    writersOf.test(text) ? [path.replace('../../../', '')] : [],
  );
  expect(found.filter((path) => !path.startsWith('worker/features/people/accounts/'))).toEqual([]);
});

test('a seller who changes their mail address stays approved and can still sell', async () => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const { standing } = await sale({ seller, buyer });
  expect(await changeAddress(seller)).toBeNull();
  expect((await accounts.updateUserById(seller.user.id, { ban_duration: 'none' })).error).toBeNull();
  expect(await standing()).toEqual(ON_SALE);
  const { event } = await eventWithTickets([]);
  expect((await listFor(event, seller)).status).toBe(201);
});

test('an account cannot sell under an approved mail address that it has never verified', async () => {
  const seller = await reseller('approved', { email_confirmed_at: null });
  const { event } = await eventWithTickets([]);
  expect(refusal(await listFor(event, seller))).toEqual([403, 'tickets.not_reseller']);
});
