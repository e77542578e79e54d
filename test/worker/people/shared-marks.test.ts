import { env } from 'cloudflare:workers';
import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, profiles, sharedMarks, vouches } from '../../../drizzle/tables/all-tables.ts';
import { areLinked } from '../../../drizzle/tables/people/linked-people.ts';
import { sharesMark } from '../../../drizzle/tables/people/mutuals.ts';
import { DAY } from '../../../worker/contract/time/durations.ts';
import { forgetUnusedAccounts } from '../../../worker/features/people/accounts/forget-unused.cron.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { keepDevice, markHash } from '../../../worker/http/shared/people/shared-mark.ts';
import {
  bearer,
  call,
  cookieOf,
  PASSWORD,
  post as authPost,
  signUpConfirmed,
} from '../../support/worker/people/auth-client.ts';
import { db } from '../../support/worker/db.ts';
import { askAs, factsOf, look, newDeal } from '../../support/worker/trade/paid-deal.ts';

const marksOf = (user_id: string) => db.select().from(sharedMarks).where(eq(sharedMarks.user_id, user_id));

const enter = (email: string, headers = {}) =>
  authPost('/token?grant_type=password', { email, password: PASSWORD }, { headers });
const linked = async (a: string, b: string) =>
  (await db.get<{ yes: number }>(sql`select ${areLinked(a, b)} as yes`)).yes === 1;
const shares = async (a: string, b: string) =>
  (await db.get<{ yes: number }>(sql`select ${sharesMark(a, b)} as yes`)).yes === 1;

test('two buyers who pay with the same card share a mark, which is a keyed hash of the card', async () => {
  const buyers: string[] = [];
  for (const fingerprint of ['card-of-two', 'card-of-two', 'another card']) {
    const deal = await newDeal();
    await askAs(deal);
    deal.fake.act.pay((await factsOf(deal)).payment.session_id!, { card: 'ok', fingerprint });
    await look(deal);
    const mark_hash = await markHash(env, { kind: 'card', value: fingerprint });
    expect(await marksOf(deal.buyer.user.id)).toEqual([{ user_id: deal.buyer.user.id, kind: 'card', mark_hash }]);
    buyers.push(deal.buyer.user.id);
  }
  const [one, same, other] = buyers as [string, string, string];
  expect(await shares(one, same)).toBe(true);
  expect(await shares(one, other)).toBe(false);
});

test('two people who share a browser are linked, but they can be mutuals', async () => {
  const emails = ['roommate-one@vouch.test', 'roommate-two@vouch.test'];
  for (const email of emails) await signUpConfirmed(email);
  const Cookie = cookieOf(await enter(emails[0]!));
  await enter(emails[1]!, { Cookie });
  const ids = await Promise.all(
    emails.map(async (email) => (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0]!.id),
  );
  expect([await linked(ids[0]!, ids[1]!), await shares(ids[0]!, ids[1]!)]).toEqual([true, false]);
  for (let at = 0; at < 25; at++)
    await runWrites(db, await keepDevice({ env, db }, { user_id: ids[0]!, device: `browser ${at}` }));
  expect((await marksOf(ids[0]!)).filter(({ kind }) => kind === 'device')).toHaveLength(20);
});

test('people invited by the same person stay linked for two years after that person deletes the account', async () => {
  const [inviter, one, other] = await Promise.all(
    ['inviter', 'one', 'other'].map((name) => signUpConfirmed(`invites-${name}@vouch.test`)),
  );
  const ids = [one!.user.id, other!.user.id] as const;
  const invited = { voucher_id: inviter!.user.id, way: 'link' as const };
  await db.insert(vouches).values(ids.map((vouchee_id) => ({ ...invited, vouchee_id })));
  await db.insert(vouches).values({ voucher_id: ids[0], vouchee_id: inviter!.user.id, way: 'link' });
  expect((await call('/user', { method: 'DELETE', headers: bearer(inviter!) })).status).toBe(204);
  expect(await linked(...ids)).toBe(true);
  // The vouches for the invited people stay, but as revoked rows, which nobody can see.
  const isOfThem = inArray(vouches.vouchee_id, [...ids, inviter!.user.id]);
  const kept = await db.select().from(vouches).where(isOfThem);
  const left = kept.map(({ vouchee_id, status }) => `${vouchee_id} ${status}`);
  expect(left.toSorted()).toEqual(ids.map((id) => `${id} revoked`).toSorted());
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, inviter!.user.id));
  expect(profile).toMatchObject({ display_name: null, email: null });
  await forgetUnusedAccounts(env, new Date(Date.now() + 729 * DAY));
  expect(await linked(...ids)).toBe(true);
  await forgetUnusedAccounts(env, new Date(Date.now() + 731 * DAY));
  expect(await linked(...ids)).toBe(false);
});
