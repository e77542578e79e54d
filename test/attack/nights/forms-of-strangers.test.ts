import { env } from 'cloudflare:workers';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, listings, resellerApplications, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { tellDecided } from '../../../worker/features/staff/reviews/tell-decided.cron.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { listPlainTickets, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { aForm } from '../../support/worker/nights/waitlist-form.ts';

const form = (email: string, over: object = {}) => aForm({ email, ...over });
const JUNK = { name: 'Junk', phone: '617 555 0199', instagram: 'junk', school: 'Nowhere' };

const apply = (headers: Record<string, string>, body: object) => post('/api/reseller-applications', { headers, body });
const join = (headers: Record<string, string>, body: object) => post('/api/waitlist', { headers, body });
const applicationsOf = (email: string) =>
  db
    .select()
    .from(resellerApplications)
    .where(eq(resellerApplications.email_key, email))
    .orderBy(asc(resellerApplications.name));

async function decide(email: string, status: 'approved' | 'suspended') {
  const { headers } = await signedInAs('admin');
  const [row] = await applicationsOf(email);
  const json = { status, updated_at: row!.updated_at };
  return ask(`/api/admin/reseller-applications/${row!.id}`, { headers, method: 'PATCH', json });
}

test('the owner of a proven address replaces the application that a stranger sent for the address', async () => {
  const { user, headers } = await signedInAs('user');
  const email = user.email!;
  expect((await apply({}, form(email, JUNK))).status).toBe(201);
  const stranger = await signedInAs('user');
  expect((await apply(stranger.headers, form(email, { ...JUNK, name: 'More junk' }))).status).toBe(201);
  expect((await apply(headers, form(email))).status).toBe(201);
  expect((await apply({}, form(email, { ...JUNK, name: 'Late junk' }))).status).toBe(201);
  expect((await applicationsOf(email)).map(({ name, status, applicant_id }) => [name, status, applicant_id])).toEqual([
    ['A student', 'pending', user.id],
    ['Junk', 'rejected', null],
    ['More junk', 'rejected', null],
  ]);
});

test('a stranger’s application for an address does not keep the signed-out owner from applying', async () => {
  const email = 'not-signed-in@bu.test';
  await apply({}, form(email, JUNK));
  await apply({}, form(email));
  await apply({}, form(email));
  const open = (await applicationsOf(email)).map(({ name, status }) => `${name} ${status}`);
  expect(open).toEqual(['A student pending', 'Junk pending']);
});

test('an account with an unproven address does not replace an earlier application for the address', async () => {
  const { user, headers } = await signedInAs('user', { user: { email_confirmed_at: null } });
  await apply({}, form(user.email!, JUNK));
  await apply(headers, form(user.email!));
  const open = { status: 'pending', applicant_id: null };
  expect(await applicationsOf(user.email!)).toMatchObject([open, open]);
});

test('ten simultaneous applications of one account leave one open application', async () => {
  const { user, headers } = await signedInAs('user');
  await apply({}, form(user.email!, JUNK));
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => apply(headers, form(user.email!, { phone: `617 555 010${at}` }))),
  );
  const open = (await applicationsOf(user.email!)).filter(({ status }) => status === 'pending');
  expect(open.map(({ applicant_id }) => applicant_id)).toEqual([user.id]);
});

test('a suspended reseller cannot apply again, even signed out or with another spelling of the address', async () => {
  const { user, headers } = await reseller('suspended');
  const email = user.email!;
  for (const [who, spelling] of [
    [headers, email],
    [{}, email],
    [{}, email.toUpperCase()],
    [{}, `  ${email.toUpperCase()} `],
    [headers, ` ${email}`],
  ] as const) {
    expect((await apply(who, form(spelling))).status).toBe(201);
  }
  expect((await applicationsOf(email)).map(({ status }) => status)).toEqual(['suspended']);
  const moved = `moved-${email}`;
  await db.update(authUsers).set({ email: moved }).where(eq(authUsers.id, user.id));
  await apply(headers, form(moved));
  expect(await applicationsOf(moved)).toEqual([]);
});

test('a suspended reseller cannot sell, even after staff approve an application from a new address', async () => {
  await launch('sell', true);
  const { user, headers } = await reseller('suspended');
  const moved = `moved-out-${user.email!}`;
  await db.update(authUsers).set({ email: moved }).where(eq(authUsers.id, user.id));
  expect((await apply({}, form(moved))).status).toBe(201);
  expect((await decide(moved, 'approved')).status).toBe(200);
  const { event } = await eventWithTickets([]);
  const listed = await listPlainTickets(headers, { event_id: event.id, quantity: 1, ask_price: 25 });
  expect([listed.status, listed.json.error?.code]).toEqual([403, 'tickets.not_reseller']);
  expect(await db.select().from(listings).where(eq(listings.seller_id, user.id))).toEqual([]);
});

test('when staff suspend an application that a signed-out person sent, it is linked to the account with its address', async () => {
  const { user } = await signedInAs('user');
  await apply({}, form(user.email!));
  for (const status of ['approved', 'suspended'] as const) expect((await decide(user.email!, status)).status).toBe(200);
  expect(await applicationsOf(user.email!)).toMatchObject([{ status: 'suspended', applicant_id: user.id }]);
});

test('the owner of a proven address replaces even a declined waitlist entry that a stranger sent for the address', async () => {
  const { user, headers } = await signedInAs('user');
  const event = await anEvent({ start_at: new Date(Date.now() + 86_400_000) });
  const entries = () => db.select().from(waitlist).where(eq(waitlist.event_id, event.id));
  await join({}, { ...form(user.email!, JUNK), event_id: event.id });
  await db
    .update(waitlist)
    .set({ status: 'declined', confirmed_at: new Date() })
    .where(eq(waitlist.event_id, event.id));
  expect((await join(headers, { ...form(user.email!), event_id: event.id })).status).toBe(201);
  const own = [{ name: 'A student', phone: '(617) 555-0100', status: 'pending', applicant_id: user.id }];
  expect(await entries()).toMatchObject(own);
  await join({}, { ...form(user.email!, JUNK), event_id: event.id });
  await join(headers, { ...form(user.email!, { name: 'Twice' }), event_id: event.id });
  expect(await entries()).toMatchObject(own);
});

/** The account `moved` sent forms and then changed its address. The account `next` now has the old address. */
async function movedAndNext() {
  const [moved, next] = [await signedInAs('user'), await signedInAs('user')];
  const email = moved.user.email!;
  const event = await anEvent();
  await apply(moved.headers, form(email));
  await join(moved.headers, { ...form(email), event_id: event.id });
  await db
    .update(authUsers)
    .set({ email: `moved-${email}` })
    .where(eq(authUsers.id, moved.user.id));
  await db.update(authUsers).set({ email }).where(eq(authUsers.id, next.user.id));
  return { email, moved, next, event };
}

test('the next owner of an address does not see the waitlist entry of the account that had the address before', async () => {
  const { moved, next, event } = await movedAndNext();
  const shown = async ({ headers }: typeof next) =>
    (await ask(`/api/my/events/${event.id}`, { headers })).body['waitlist'];
  expect([await shown(moved), await shown(next)]).toEqual(['pending', null]);
});

test('an account that changes its address keeps its place on a waitlist', async () => {
  const { email, moved, next, event } = await movedAndNext();
  const entries = () => db.select().from(waitlist).where(eq(waitlist.event_id, event.id)).orderBy(waitlist.created_at);
  await db.update(waitlist).set({ missed: 2 }).where(eq(waitlist.event_id, event.id));
  const [before] = await entries();
  for (const name of ['Next', 'Twice']) await join(next.headers, { ...form(email, { name }), event_id: event.id });
  expect(before).toMatchObject({ applicant_id: moved.user.id, missed: 2 });
  expect(await entries()).toMatchObject([
    { ...before, email_key: before!.id },
    { name: 'Next', email_key: email, applicant_id: next.user.id, missed: 0 },
  ]);
  const shown = async ({ headers }: typeof next) =>
    (await ask(`/api/my/events/${event.id}`, { headers })).body['waitlist'];
  expect([await shown(moved), await shown(next)]).toEqual(['pending', 'pending']);
});

test('an account that joins a waitlist again under a new address keeps its one place', async () => {
  const { email, moved, event } = await movedAndNext();
  await db.update(waitlist).set({ missed: 2 }).where(eq(waitlist.event_id, event.id));
  await join(moved.headers, { ...form(`moved-${email}`), event_id: event.id });
  const entries = await db.select().from(waitlist).where(eq(waitlist.event_id, event.id));
  expect(entries).toMatchObject([{ email_key: email, applicant_id: moved.user.id, missed: 0 }]);
});

test.each([
  ['marked as deleted', { email: null }],
  ['deleted', undefined],
] as const)(
  'after an account is %s, its entry on the waitlist is declined and contains no personal data',
  async (_, keep) => {
    const [gone, next] = [await signedInAs('user'), await signedInAs('user')];
    const email = gone.user.email!;
    const event = await anEvent();
    await join(gone.headers, { ...form(email), event_id: event.id });
    await db.update(waitlist).set({ status: 'accepted', note: 'A regular' }).where(eq(waitlist.event_id, event.id));
    await runWrites(db, [accounts.removeAccount(db, { id: gone.user.id, ...(keep && { keep }), now: new Date() })]);
    await db.update(authUsers).set({ email }).where(eq(authUsers.id, next.user.id));
    expect((await join(next.headers, { ...form(email), event_id: event.id })).status).toBe(201);
    const [old, own] = await db.select().from(waitlist).where(eq(waitlist.event_id, event.id)).orderBy(waitlist.status);
    const empty = { name: 'Deleted account', email: '', phone: '', instagram: '', school: '', note: null };
    expect(old).toMatchObject({ ...empty, status: 'declined', takes_messages: false });
    expect(own).toMatchObject({ email_key: email, status: 'pending', applicant_id: next.user.id });
  },
);

test('a signed-out person who joins a waitlist with the former address of an account must confirm by mail', async () => {
  const { email, event } = await movedAndNext();
  expect((await join({}, { ...form(email), event_id: event.id })).status).toBe(201);
  const entries = await db.select().from(waitlist).where(eq(waitlist.email_key, email));
  expect(entries).toMatchObject([{ applicant_id: null, confirmed_at: null, confirm_mail: 'due' }]);
});

test('the decision about an application is mailed to the current address of its account', async () => {
  const { email } = await movedAndNext();
  expect((await decide(email, 'approved')).status).toBe(200);
  await tellDecided(env, new Date(Date.now() + 60_000));
  expect([await mailsTo(email), (await mailsTo(`moved-${email}`)).length]).toEqual([[], 1]);
});
