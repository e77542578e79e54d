import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { disputeRow } from '../../../drizzle/seed/payment-rows.ts';
import { authUsers, disputes, visits, vouches, vouchFreezes } from '../../../drizzle/tables/all-tables.ts';
import { isMutualOf } from '../../../drizzle/tables/people/mutuals.ts';
import { readVouchLimits, refusalOf } from '../../../worker/features/people/vouches/vouch-limits.db.ts';
import { dealOf, pastEvent, student, vouchFor } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';

interface Person {
  id: string;
}

beforeEach(() => launch('vouches', true));

const isMutual = async (viewer: Person, other: Person, now = new Date()) =>
  (await db.get<{ yes: number }>(sql`select ${isMutualOf(viewer.id, other.id, now)} as yes`)).yes === 1;

const people = () => Promise.all([student(), student(), student(), student(), student()]);

const lost = async (
  request_id: string,
  { reason = 'fraudulent', status = 'lost' }: { reason?: string; status?: 'lost' | 'won' } = {},
) => {
  const row = disputeRow({ request_id, reason });
  await db.insert(disputes).values(row);
  await db.update(disputes).set({ status, closed_at: new Date() }).where(eq(disputes.provider_id, row.provider_id));
};

test('for 90 days, a lost fraud dispute freezes the vouches of the buyer and of everybody who vouches for the buyer', async () => {
  const [viewer, friend, other, buyer, seller] = await people();
  await vouchFor(viewer, friend);
  await vouchFor(friend, other);
  const request = await dealOf({ event: await pastEvent(), buyer, seller, by: 'buyer' });
  const { id } = await vouchFor(friend, buyer);
  expect(await isMutual(viewer, other)).toBe(true);
  await lost(request.id);
  expect(await isMutual(viewer, other)).toBe(false);
  expect(await isMutual(viewer, other, new Date(Date.now() + 91 * 86_400_000))).toBe(true);
  const frozen = await db.select().from(vouchFreezes).where(eq(vouchFreezes.cause, request.id));
  expect(frozen.map(({ user_id }) => user_id).toSorted()).toEqual([buyer.id, friend.id].toSorted());
  expect(await db.$count(visits, eq(visits.request_id, request.id))).toBe(0);
  await db.update(vouches).set({ status: 'revoked', ended_at: new Date() }).where(eq(vouches.id, id));
  expect(await isMutual(viewer, other)).toBe(false);
});

async function refusalFor(person: Person) {
  const [limits] = await readVouchLimits(db, { user: sql`${person.id}`, now: new Date() });
  return refusalOf({ ...limits!, has_badge: true })?.message;
}

test('after a lost fraud dispute, the buyer and a friend who vouched for the buyer each read why their vouches are paused', async () => {
  const [friend, , , buyer, seller] = await people();
  const { id } = await dealOf({ event: await pastEvent(), buyer, seller, by: 'buyer' });
  await vouchFor(friend, buyer);
  await lost(id);
  expect(await refusalFor(buyer)).toMatch(
    /^Your vouches are paused until .+, because a case about one of your own deals was decided against you\.$/,
  );
  expect(await refusalFor(friend)).toMatch(
    /^Your vouches are paused until .+, because a case about somebody you vouched for was decided against them\.$/,
  );
});

test('a lost fraud dispute stores no freeze for people whose accounts are already deleted', async () => {
  const [friend, , , buyer, seller] = await people();
  const { id } = await dealOf({ event: await pastEvent(), buyer, seller, by: 'buyer' });
  await vouchFor(friend, buyer, { status: 'revoked', ended_at: new Date('2040-01-01T00:00:00Z') });
  for (const gone of [friend, buyer]) await db.delete(authUsers).where(eq(authUsers.id, gone.id));
  await lost(id);
  expect(await db.$count(vouchFreezes, eq(vouchFreezes.cause, id))).toBe(0);
});

test('a friend who revokes a vouch after the dispute has begun does not escape the freeze', async () => {
  const [friend, buyer, seller] = await people();
  const request = await dealOf({ event: await pastEvent(), buyer, seller, by: 'buyer' });
  const { id } = await vouchFor(friend, buyer, { created_at: new Date(Date.now() - 1000) });
  const row = disputeRow({ request_id: request.id, reason: 'fraudulent', opened_at: new Date(Date.now() - 500) });
  await db.insert(disputes).values(row);
  await db.update(vouches).set({ status: 'revoked', ended_at: new Date() }).where(eq(vouches.id, id));
  const end = { status: 'lost', closed_at: new Date() } as const;
  await db.update(disputes).set(end).where(eq(disputes.provider_id, row.provider_id));
  expect(await db.$count(vouchFreezes, eq(vouchFreezes.user_id, friend.id))).toBe(1);
});

test.each([
  ['the bank decides the dispute in our favor', { status: 'won' as const }],
  ['the buyer says that the tickets never came', { reason: 'product_not_received' }],
])('no vouch is frozen if %s', async (_why, how) => {
  const [friend, buyer, seller] = await people();
  const request = await dealOf({ event: await pastEvent(), buyer, seller, by: 'buyer' });
  await vouchFor(friend, buyer);
  await lost(request.id, how);
  expect(await db.$count(vouchFreezes, eq(vouchFreezes.cause, request.id))).toBe(0);
});
