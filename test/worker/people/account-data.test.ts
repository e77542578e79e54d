import { eq, getTableName, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputeRow } from '../../../drizzle/seed/payment-rows.ts';
import { resellerRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import * as tables from '../../../drizzle/tables/all-tables.ts';
import { FORGOTTEN } from '../../../worker/features/people/accounts/forget-marks.db.ts';
import { bearer, call, outcome, signUpConfirmed, type Tokens } from '../../support/worker/people/auth-client.ts';
import { callCounted } from '../../support/worker/call.ts';
import { dealOf, pastEvent, student } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { dealAt } from '../../support/worker/trade/paid-deal.ts';
import { paidSale } from '../../support/worker/trade/paid-sale.ts';
import { LATER, rowsOf } from '../../support/worker/people/rows-of-person.ts';

const remove = (who: Pick<Tokens, 'access_token'>) => call('/user', { method: 'DELETE', headers: bearer(who) });
const noLongerFresh = (user_id: string) => {
  const created_at = new Date(0);
  const { authSessions, authAmr } = tables;
  return db.batch([
    db.update(authSessions).set({ created_at }).where(eq(authSessions.user_id, user_id)),
    db
      .update(authAmr)
      .set({ created_at })
      .where(sql`session_id in (select id from auth_sessions where user_id = ${user_id})`),
  ]);
};

interface Download {
  tables: Record<string, Record<string, unknown>[]>;
  cut: string[];
  left_out: Record<string, string>;
}

const download = async (who: Pick<Tokens, 'access_token'>) => {
  const { answer, cost } = await callCounted('/api/my/data', { headers: bearer(who) });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return { data: await answer.json<Download>(), cost };
};

/** Counts the rows that name this person, by column of `FORGOTTEN`. Leaves out columns without such rows. */
async function countOf(id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, of } of FORGOTTEN) {
    for (const column of of) {
      const count = await db.$count(table, eq(column, id));
      if (count > 0) counts[`${getTableName(table)}.${column.name}`] = count;
    }
  }
  return counts;
}

test('a data download has the person’s own rows and no secrets', async () => {
  const [mine, theirs] = [
    await signUpConfirmed('download@vouch.test'),
    await signUpConfirmed('somebody-else@vouch.test'),
  ];
  const { other } = await rowsOf({ id: mine.user.id, email: 'download@vouch.test' });
  await rowsOf({ id: theirs.user.id, email: 'somebody-else@vouch.test' });
  const { data, cost } = await download(mine);
  expect(cost.round_trips).toBe(2);
  const shown = new Set(Object.entries(data.tables).flatMap(([name, rows]) => (rows.length > 0 ? [name] : [])));
  const missing = FORGOTTEN.map(({ table }) => getTableName(table)).filter((name) => !shown.has(name));
  // Shared marks are left out, and this person has no reminder and no browser with push messages.
  expect(missing.toSorted()).toEqual(['push_subscriptions', 'reminders', 'shared_marks']);
  expect(data.tables['profiles']).toMatchObject([{ id: mine.user.id }]);
  expect(data.tables['waitlist']).toMatchObject([{ email: 'download@vouch.test' }]);
  expect(data.tables['blocks']).toMatchObject([{ blocked_id: other.id }]);
  expect(data.tables['vouches']).toMatchObject([{ voucher_id: mine.user.id, status: 'live' }]);
  const text = JSON.stringify(data.tables);
  for (const secret of ['secret-', 'hash-', 'a note of staff', theirs.user.id, 'somebody-else@vouch.test', '$argon2'])
    expect(text).not.toContain(secret);
  expect(data.cut).toEqual([]);
  expect(data.left_out['messages']).toContain('room');
});

test('a download leaves out waitlist entries and seller applications under an unproven email address', async () => {
  const person = await signUpConfirmed('unproven@vouch.test');
  await rowsOf({ id: person.user.id, email: 'unproven@vouch.test' });
  await db.update(tables.authUsers).set({ email_confirmed_at: null }).where(eq(tables.authUsers.id, person.user.id));
  const { data } = await download(person);
  expect([data.tables['waitlist'], data.tables['reseller_applications']]).toEqual([[], []]);
});

async function formsOf(who: Tokens): Promise<number[]> {
  const { waitlist, reseller_applications } = (await download(who)).data.tables;
  return [waitlist!.length, reseller_applications!.length];
}

test('a download leaves out the forms of another account that used to have the same email address', async () => {
  const [before, now] = [await signUpConfirmed('passed-on@vouch.test'), await signUpConfirmed('next@vouch.test')];
  const { event } = await eventWithTickets([]);
  const email = 'passed-on@vouch.test';
  const form = { email, email_key: email, applicant_id: before.user.id };
  await db.batch([
    db.insert(tables.waitlist).values(waitlistRow({ event_id: event.id, ...form })),
    db.insert(tables.resellerApplications).values(resellerRow(form)),
    db.update(tables.authUsers).set({ email: 'moved@vouch.test' }).where(eq(tables.authUsers.id, before.user.id)),
    db.update(tables.authUsers).set({ email }).where(eq(tables.authUsers.id, now.user.id)),
  ]);
  expect([await formsOf(before), await formsOf(now)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
});

test('a seller’s own profile shows the badge and the sales facts that others see', async () => {
  const person = await signUpConfirmed('seen@vouch.test');
  await db.insert(tables.sellerFacts).values({ user_id: person.user.id, events: 2, received: 5 });
  const badge_at = new Date('2026-11-22T19:00:00Z');
  const badge = { school: 'Boston University', is_student_verified: true, badge_at, badge_until: LATER };
  await db.update(tables.profiles).set(badge).where(eq(tables.profiles.id, person.user.id));
  const { answer } = await callCounted('/api/my/profile', { headers: bearer(person) });
  expect(await answer.json()).toMatchObject({
    id: person.user.id,
    school: 'Boston University',
    is_student_verified: true,
    badge_at: badge_at.toISOString(),
    facts: { events: 2, worked: 100, answers: null },
  });
  expect((await callCounted('/api/my/profile')).answer.status).toBe(401);
});

test('a visitor downloads nothing', async () => {
  expect((await callCounted('/api/my/data')).answer.status).toBe(401);
});

test('deleting an account empties the profile and withdraws the listings', async () => {
  const email = 'leaves@vouch.test';
  const person = await signUpConfirmed(email);
  const { id } = person.user;
  const { listing, request } = await rowsOf({ id, email });
  const badge = { is_student_verified: true, badge_at: new Date(), badge_until: LATER };
  const shown = { ...badge, shows_mutuals: true, shows_going: true };
  await db.update(tables.profiles).set(shown).where(eq(tables.profiles.id, id));
  expect(Object.keys(await countOf(id)).length).toBeGreaterThan(18);
  expect((await remove(person)).status).toBe(204);
  expect(await countOf(id)).toEqual({});
  expect(await db.$count(tables.authUsers, eq(tables.authUsers.id, id))).toBe(0);
  expect(await db.$count(tables.authSessions, eq(tables.authSessions.user_id, id))).toBe(0);
  const [profile] = await db.select().from(tables.profiles).where(eq(tables.profiles.id, id));
  const unnamed = { display_name: null, school: null, email: null };
  const unproved = { is_student_verified: false, badge_at: null, badge_until: null };
  expect(profile).toMatchObject({ ...unnamed, ...unproved, shows_mutuals: false, shows_going: false });
  expect((await stockOf(listing)).status).toBe('withdrawn');
  const [bought] = await db.select().from(tables.ticketRequests).where(eq(tables.ticketRequests.id, request.id));
  expect(bought?.buyer_id).toBe(id);
  expect((await mailsTo(email)).at(-1)).toMatchObject({ subject: 'Your Vouch account is deleted' });
  expect((await callCounted('/api/me', { headers: bearer(person) })).answer.status).toBe(401);
  expect((await signUpConfirmed(email)).user.id).not.toBe(id);
});

test('deleting an account that has never traded leaves no profile', async () => {
  const person = await signUpConfirmed('no-trace@vouch.test');
  expect((await remove(person)).status).toBe(204);
  expect(await db.$count(tables.profiles, eq(tables.profiles.id, person.user.id))).toBe(0);
});

test('deleting one’s own account needs a fresh proof of identity', async () => {
  const person = await signUpConfirmed('stolen-token@vouch.test');
  await noLongerFresh(person.user.id);
  expect(await outcome(await remove(person))).toEqual([400, 'reauthentication_needed']);
  expect(await db.$count(tables.authUsers, eq(tables.authUsers.id, person.user.id))).toBe(1);
  expect(await outcome(await call('/user', { method: 'DELETE' }))).toEqual([401, 'no_authorization']);
});

const refusalOf = async (answer: Response) => ({
  status: answer.status,
  ...(await answer.json<{ error_code: string; msg: string }>()),
});

test('a seller cannot delete their account before a sale is paid out', async () => {
  const seller = await signUpConfirmed('waits-for-money@vouch.test');
  await paidSale({ seller_id: seller.user.id });
  const { event } = await eventWithTickets([]);
  await db.insert(tables.savedEvents).values({ user_id: seller.user.id, event_id: event.id });
  expect(await refusalOf(await remove(seller))).toMatchObject({
    status: 409,
    error_code: 'conflict',
    msg: expect.stringMatching(/^This account can't be deleted yet\. A sale isn't paid out/),
  });
  expect(await countOf(seller.user.id)).toEqual({ 'saved_events.user_id': 1, 'shared_marks.user_id': 2 });
});

test('buyer and seller cannot delete their accounts between the seller’s yes and the charge', async () => {
  const deal = await dealAt('answered');
  for (const { headers } of [deal.buyer, deal.seller]) {
    const { status, msg } = await refusalOf(await call('/user', { method: 'DELETE', headers }));
    expect([status, msg]).toEqual([409, expect.stringContaining('yet. An accepted request is about to be charged')]);
  }
});

test('a buyer whose bank disputes a payment cannot delete the account before the case is decided', async () => {
  const buyer = await signUpConfirmed('disputed-buyer@vouch.test');
  const [event, seller] = [await pastEvent(), await student()];
  const { id: request_id } = await dealOf({ event, buyer: buyer.user, seller, by: 'buyer' });
  const dispute = disputeRow({ request_id });
  await db.insert(tables.disputes).values(dispute);
  const { status, msg } = await refusalOf(await remove(buyer));
  expect([status, msg]).toEqual([409, expect.stringContaining('yet. A bank is reviewing one of its payments')]);
  expect(await db.$count(tables.authUsers, eq(tables.authUsers.id, buyer.user.id))).toBe(1);
  const won = { status: 'won', closed_at: new Date() } as const;
  await db.update(tables.disputes).set(won).where(eq(tables.disputes.provider_id, dispute.provider_id));
  expect((await remove(buyer)).status).toBe(204);
});
