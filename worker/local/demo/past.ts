import type { MovePast } from '../../../drizzle/seed/demo-past.ts';
import { DAY } from '../../contract/time/durations.ts';
import { type Role, setUpPayouts } from './accounts.ts';
import { call, post, until } from './client.ts';
import type { Events } from './events.ts';
import { list, move, pay, picture, reaches, request, type Sale, upload, type World } from './trade.ts';

/**
 * The buyers at each past event, the oldest event first. The last three events are not paid out yet. The others
 * together have fewer than ten payouts, because one call of `/api/my/payouts/now` settles at most ten.
 */
const BUYERS: readonly (readonly Role[])[] = [
  ['student', 'friend'],
  ['roommate', 'classmate'],
  ['friend', 'student'],
  ['student', 'roommate'],
  ['classmate', 'student'],
  ['friend'],
  ['classmate'],
];
const PAID_OUT = 4;
/** A payout waits three days after its event, so it is certainly due after this many days. */
const DUE_DAYS = 4;

export interface PastSales {
  leaving: Sale;
  all: Sale[];
}

/** The events first have dates in the future, and move into the past once their tickets are received. */
export async function sellThePast(world: World, events: Events, movePast: MovePast): Promise<PastSales> {
  const { servers, cast } = world;
  await setUpPayouts(servers, cast.seller, (account) => post(servers, '/control', { act: 'onboard', id: account }));
  const sales = await Promise.all(events.past.map((event, at) => sellOut(world, { event, buyers: BUYERS[at]! })));
  const paidOut = sales.slice(0, PAID_OUT).flat();
  for (const event of events.past.slice(0, PAID_OUT)) await movePast(event.id, (DUE_DAYS + 1) * DAY);
  await call(servers, cast.seller, { path: '/api/my/payouts/now' });
  await until('the payouts are sent', async () => {
    const read = { method: 'GET', path: '/api/my/payouts' } as const;
    const { payouts } = await call<{ payouts: { stage: string }[] }>(servers, cast.seller, read);
    return payouts.filter(({ stage }) => stage === 'sent').length === paidOut.length ? true : undefined;
  });
  const reversed = paidOut.at(-1)!;
  const { total: amount } = await reaches(world, reversed, () => true);
  const body = { request_id: reversed.id, amount, note: 'The night ended after an hour.' };
  await call(servers, cast.admin, { path: '/api/admin/refunds', body });
  for (const [at, event] of events.past.entries())
    await movePast(event.id, (event.days + 1 - (at < PAID_OUT ? DUE_DAYS + 1 : 0)) * DAY);
  return { leaving: sales[PAID_OUT]![0]!, all: sales.flat() };
}

async function sellOut(
  world: World,
  { event, buyers }: { event: Events['tonight']; buyers: readonly Role[] },
): Promise<Sale[]> {
  const offered = { event, price: 44, quantity: buyers.length, kind: 'transfer', is_instant: true } as const;
  await list(world, { seller: 'seller', ...offered });
  const sold: Sale[] = [];
  for (const buyer of buyers) sold.push(await sell(world, { buyer, event }));
  return sold;
}

async function sell(world: World, { buyer, event }: { buyer: Role; event: Events['tonight'] }): Promise<Sale> {
  const asked = await request(world, { buyer, event });
  await pay(world, buyer, asked);
  const sale = { id: asked.id, buyer, seller: 'seller' } as const;
  await reaches(world, sale, ({ status }) => status === 'captured');
  const proof_file_id = await upload(world, 'seller', { purpose: 'proof', bytes: await picture() });
  await move(world, 'seller', { id: sale.id, to: 'delivered', body: { proof_file_id } });
  await move(world, buyer, { id: sale.id, to: 'received' });
  await reaches(world, sale, ({ handover }) => handover?.status === 'received');
  return sale;
}
