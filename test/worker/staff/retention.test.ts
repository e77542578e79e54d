import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authIdentityRow, authSessionRow, authUserRow } from '../../../drizzle/seed/auth-rows.ts';
import { listingRow, profileRow } from '../../../drizzle/seed/rows.ts';
import * as t from '../../../drizzle/tables/all-tables.ts';
import { KEEPING_DAYS } from '../../../worker/contract/talk/keeping-times.ts';
import { DAY } from '../../../worker/contract/time/durations.ts';
import { runEachMinute } from '../../../worker/each-minute.ts';
import { forgetUnusedAccounts } from '../../../worker/features/people/accounts/forget-unused.cron.ts';
import { forgetExpired } from '../../../worker/features/people/auth/auth.cron.ts';
import { forgetViews } from '../../../worker/features/nights/numbers/forget-views.cron.ts';
import { forgetOldDeliveries } from '../../../worker/features/nights/ingest/forget-deliveries.cron.ts';
import { forgetProviderEvents } from '../../../worker/features/trade/webhook/forget-events.cron.ts';
import { forgetAsks } from '../../../worker/features/trade/listings/forget-asks.cron.ts';
import { forgetLinks } from '../../../worker/features/people/vouches/forget-links.cron.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { countD1, countRows } from '../../support/worker/count-d1.ts';
import { db } from '../../support/worker/db.ts';
import { mailRow } from '../../support/worker/talk/mail-row.ts';

countRows();

/** Midnight in New York, a time at which no reminders are due. */
const NOW = new Date('2031-05-06T04:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

/** Adds an account and its profile. The account was made `made` days ago, and by default it was never confirmed. */
async function account(
  { made, ...over }: Partial<t.AuthUser> & { made: number },
  profile: Partial<t.Profile> = {},
): Promise<string> {
  const user = authUserRow({ email_confirmed_at: null, created_at: ago(made), updated_at: ago(made), ...over });
  await db.insert(t.authUsers).values(user);
  await db.insert(t.profiles).values(profileRow({ id: user.id, ...profile }));
  if (user.email) await db.insert(t.authIdentities).values(authIdentityRow(user));
  return user.id;
}

const unusedLeft = () => db.$count(t.authUsers, sql`id like 'unused-%'`);
const manyLeft = () => db.$count(t.outbox, eq(t.outbox.recipient, 'many@vouch.test'));

async function leftOf(ids: Record<string, string>): Promise<string[]> {
  const users = new Set((await db.select({ id: t.authUsers.id }).from(t.authUsers)).map(({ id }) => id));
  return Object.entries(ids).flatMap(([name, id]) => (users.has(id) ? [name] : []));
}

test('an account that was never confirmed or used is deleted after a month, with its profile and identity', async () => {
  const forgotten = await account({ made: 31 });
  const ids = {
    forgotten,
    young: await account({ made: 29 }),
    proven: await account({ made: 31, email_confirmed_at: ago(31) }),
    proven_by_phone: await account({ made: 31, email: null, phone: '16175550101', phone_confirmed_at: ago(31) }),
    signed_in: await account({ made: 31, email: null, last_sign_in_at: ago(31) }),
    invited: await account({ made: 31, invited_at: ago(31) }),
    organizer: await account({ made: 31 }, { role: 'organizer' }),
  };
  await forgetUnusedAccounts(env, NOW);
  expect(await leftOf(ids)).toEqual(['young', 'proven', 'proven_by_phone', 'signed_in', 'invited', 'organizer']);
  expect(await db.$count(t.profiles, eq(t.profiles.id, forgotten))).toBe(0);
  expect(await db.$count(t.authIdentities, eq(t.authIdentities.user_id, forgotten))).toBe(0);
});

test('an anonymous account is deleted a month after it was made, unless it has a session or a listing', async () => {
  const anonymous = { made: 31, email: null, is_anonymous: true, last_sign_in_at: ago(31) };
  const ids = { left: await account(anonymous), here: await account(anonymous), seller: await account(anonymous) };
  await db.insert(t.authSessions).values(authSessionRow({ user_id: ids.here }));
  await db.insert(t.listings).values(listingRow({ event_id: (await anEvent()).id, seller_id: ids.seller }));
  await forgetUnusedAccounts(env, NOW);
  expect(await leftOf(ids)).toEqual(['here', 'seller']);
});

test('unused accounts are deleted twenty at a time, the oldest first', async () => {
  await db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 25)
    insert into auth_users (id, email, created_at, updated_at)
      select 'unused-' || i, 'unused-' || i || '@vouch.test', i, i from n`);
  await forgetUnusedAccounts(env, NOW);
  expect(await unusedLeft()).toBe(5);
  expect(await db.$count(t.authUsers, eq(t.authUsers.id, 'unused-25'))).toBe(1);
  await forgetUnusedAccounts(env, NOW);
  expect(await unusedLeft()).toBe(0);
});

test('a sent message is deleted after a week, and a message that could not be sent is deleted after a month', async () => {
  const ages = { sent: [6, 8], unneeded: [6, 8], dead: [8, 29, 31], pending: [40] } as const;
  const recipient = 'old@vouch.test';
  for (const status of ['sent', 'unneeded', 'dead', 'pending'] as const)
    for (const age of ages[status])
      await db.insert(t.outbox).values(mailRow({ recipient, id: `${status}-${age}`, status, created_at: ago(age) }));
  await forgetExpired(env, NOW);
  const left = await db.select().from(t.outbox).where(eq(t.outbox.recipient, recipient));
  expect(left.map(({ id }) => id).toSorted()).toEqual(['dead-29', 'dead-8', 'pending-40', 'sent-6', 'unneeded-6']);
});

test('a factor that was never verified is deleted after a day', async () => {
  const user_id = await account({ made: 2, email_confirmed_at: ago(2) });
  const factor = { user_id, factor_type: 'totp' as const, created_at: ago(2), updated_at: ago(2) };
  await db.insert(t.authFactors).values([
    { ...factor, id: 'left', friendly_name: 'left' },
    { ...factor, id: 'new', friendly_name: 'new', created_at: ago(0.5) },
    { ...factor, id: 'used', friendly_name: 'used', status: 'verified' },
  ]);
  await forgetExpired(env, NOW);
  const left = await db.select().from(t.authFactors).where(eq(t.authFactors.user_id, user_id));
  expect(left.map(({ id }) => id).toSorted()).toEqual(['new', 'used']);
});

test('a feed delivery loses its webhook-id after a month and is deleted after three months', async () => {
  const answered = { status: 200, response: '', duration_ms: 1 };
  for (const age of [29, 31, 89, 91])
    await db
      .insert(t.ingestDeliveries)
      .values({ ...answered, id: `d${age}`, webhook_id: `feed=${age}`, received_at: ago(age) });
  await forgetOldDeliveries(env, NOW);
  const left = await db.select().from(t.ingestDeliveries);
  const ids = Object.fromEntries(left.map(({ id, webhook_id }) => [id, webhook_id]));
  expect(ids).toEqual({ d29: 'feed=29', d31: null, d89: null });
});

test('ledger comparisons are deleted after three months, except the newest and those with a difference', async () => {
  const equal = { provider_cents: 1, ledger_cents: 1, difference_cents: 0, unmatched: [] };
  await db.insert(t.reconciliations).values([
    { ...equal, id: 'old', at: ago(100) },
    { ...equal, id: 'newest', at: ago(91) },
    { ...equal, id: 'different', at: ago(100), provider_cents: 3, difference_cents: 2 },
  ]);
  await forgetProviderEvents(env, NOW);
  const left = await db.select().from(t.reconciliations);
  expect(left.map(({ id }) => id).toSorted()).toEqual(['different', 'newest']);
});

test('vouch links, view counts and requests for a face value are each deleted after a set time', async () => {
  const [over, coming] = [await anEvent({ start_at: ago(8) }), await anEvent({ start_at: ago(6) })];
  const user = await account({ made: 1, email_confirmed_at: ago(1) });
  await db.insert(t.faceValueAsks).values([over, coming].map(({ id }) => ({ event_id: id, seller_id: user })));
  await db
    .insert(t.vouchLinks)
    .values([2, 0.5].map((age) => ({ token_hash: `hash-${age}`, voucher_id: user, expires_at: ago(age) })));
  const days = [KEEPING_DAYS.views + 1, KEEPING_DAYS.views - 1].map((age) => ago(age).toISOString().slice(0, 10));
  await db.insert(t.eventViews).values(days.map((day) => ({ event_id: over.id, day, views: 1 })));
  await Promise.all([forgetAsks(env, NOW), forgetLinks(env, NOW), forgetViews(env, NOW)]);
  expect(await db.select().from(t.faceValueAsks)).toMatchObject([{ event_id: coming.id }]);
  expect(await db.select().from(t.vouchLinks)).toMatchObject([{ token_hash: 'hash-0.5' }]);
  expect(await db.select().from(t.eventViews)).toMatchObject([{ day: days[1] }]);
});

test('one cron run deletes at most a thousand rows of a table', async () => {
  await db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
    insert into outbox (id, channel, recipient, sealed, status, created_at)
      select 'many-' || i, 'email', 'many@vouch.test', 'x', 'sent', i from n`);
  await forgetExpired(env, NOW);
  expect(await manyLeft()).toBe(500);
  await forgetExpired(env, NOW);
  expect(await manyLeft()).toBe(0);
});

test('a cron run that finds nothing to delete reads few rows, even if the tables hold thousands', async () => {
  const many = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)`;
  const fresh = NOW.getTime();
  await db.run(sql`${many} insert into auth_users (id, email, email_confirmed_at, created_at, updated_at)
    select 'here-' || i, 'here-' || i || '@vouch.test', ${fresh}, i, i from n`);
  await db.run(sql`${many} insert into auth_sessions (id, user_id, refresh_key, not_after, created_at)
    select 'here-' || i, 'here-' || i, 'x', ${fresh}, i from n`);
  await db.run(sql`${many} insert into auth_factors (id, user_id, factor_type, status, created_at, updated_at)
    select 'here-' || i, 'here-' || i, 'totp', 'verified', i, i from n`);
  await db.run(sql`${many} insert into outbox (id, channel, recipient, sealed, status, created_at)
    select 'here-' || i, 'email', 'here@vouch.test', 'x', 'sent', ${fresh} from n`);
  await db.run(sql`${many} insert into ingest_deliveries (id, webhook_id, status, response, duration_ms, received_at)
    select 'here-' || i, 'here=' || i, 200, '', 1, ${fresh} from n`);
  await runEachMinute(env, NOW);
  const { db: counted, cost } = countD1(env.DB);
  await runEachMinute({ ...env, DB: counted }, NOW);
  expect(cost.rows_read).toBeLessThan(1000);
});
