import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { disputeRow } from '../../../drizzle/seed/payment-rows.ts';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { authUsers, disputes, givenTickets, problems, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { findStory } from '../../../worker/features/trade/desk/story/story.db.ts';
import { factsOf } from '../../../worker/features/trade/desk/story/proof.rules.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { tellPeople } from '../../../worker/tell-people.ts';
import { ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { aDoor, aPhone, askForPasses, handoverOf, type Person } from '../../support/worker/door.ts';
import { accept, back, codeOf, give, look, takeBack } from '../../support/worker/given.ts';
import { launch } from '../../support/worker/launch.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { boughtDeal, openAs } from '../../support/worker/trade/file-deal.ts';
import { hashOf } from '../../support/worker/trade/list-files.ts';
import { judgeNow, scanCode, withFriend } from '../../support/worker/at-the-door.ts';

beforeEach(async () => {
  fakeProvider();
  await launch('squads', true);
});

test('a buyer who gave all tickets to friends can still see the tickets and take them back', async () => {
  const { id, buyer, phone, link } = await withFriend();
  const first = await give(id, buyer, { position: 1 });
  expect((await accept(first.token, await signedInAs('user'))).status).toBe(200);
  const shown = await askForPasses(id, { ...buyer, ...phone });
  expect([shown.status, shown.error?.code, shown.error?.message]).toEqual([200, undefined, undefined]);
  expect((await ask(`/api/ticket-requests/${id}/given`, buyer)).body['given']).toMatchObject([
    { id: first.id, position: 1, is_accepted: true, may_take_back: true },
    { id: link.id, position: 2, friend: 'A good friend', is_accepted: true, may_take_back: true },
  ]);
  expect(await takeBack(first.id, buyer)).toBe(200);
  expect((await askForPasses(id, { ...buyer, ...phone })).passes.map(({ position }) => position)).toEqual([1]);
});

test('a buyer still gets both passes after a friend got one of them on ten phones and deleted their account', async () => {
  const { id, buyer, friend, phone } = await withFriend();
  for (let at = 0; at < 10; at += 1)
    expect((await askForPasses(id, { ...friend, ...(await aPhone()) })).status).toBe(200);
  await runWrites(db, [accounts.removeAccount(db, { id: friend.user.id, keep: {}, now: new Date() })]);
  expect((await askForPasses(id, { ...buyer, ...phone })).passes.map(({ position }) => position)).toEqual([1, 2]);
});

test('a friend reads that somebody is already in with the given ticket', async () => {
  const made = await withFriend();
  const { id, friend, hers, phone, given } = made;
  // A door that was offline when the friend accepted still admits the buyer's old pass.
  await scanCode(made, await phone.codeAt(given[1]!.signed), 2);
  expect((await askForPasses(id, { ...friend, ...hers })).error.code).toBe('door.already_in');
});

test('a friend reads nothing about the buyer’s dispute with the bank', async () => {
  const { id, friend, hers } = await withFriend();
  await askForPasses(id, { ...friend, ...hers });
  await db.insert(disputes).values(disputeRow({ request_id: id }));
  expect((await askForPasses(id, { ...friend, ...hers })).error.message).not.toMatch(/Your bank/);
});

test('a friend who has one ticket of a ticket request cannot accept a second one', async () => {
  const { id, buyer, friend } = await withFriend();
  const second = await give(id, buyer, { position: 1 });
  for (const { status, json } of [await look(second.token, friend), await accept(second.token, friend)])
    expect([status, codeOf(json)]).toEqual([409, 'given.one_each']);
});

test('a given ticket that a door has scanned keeps its record when the friend’s account is deleted', async () => {
  const made = await withFriend();
  const { id, friend, hers } = made;
  const [pass] = (await askForPasses(id, { ...friend, ...hers })).passes;
  await scanCode(made, await hers.codeAt(pass!.signed), 2);
  await runWrites(db, [accounts.removeAccount(db, { id: friend.user.id, keep: {}, now: new Date() })]);
  expect(await db.select().from(givenTickets).where(eq(givenTickets.request_id, id))).toHaveLength(1);
});

test('the pass of a waitlist entry goes to the account that joined, even if the entry has another person’s email', async () => {
  const { event } = await aDoor();
  const [guest, other] = [await signedInAs('user'), await signedInAs('user')];
  const email = other.user.email!;
  const address = { email, email_key: email.toLowerCase() };
  await db
    .insert(waitlist)
    .values(waitlistRow({ event_id: event.id, applicant_id: guest.user.id, ...address, status: 'accepted' }));
  const passFor = async ({ headers }: Person) =>
    (await post(`/api/my/lists/${event.id}/pass`, { headers, body: { device_key: (await aPhone()).device_key } }))
      .status;
  expect([await passFor(guest), await passFor(other)]).toEqual([200, 404]);
});

test('a buyer can take an opened ticket back from a friend whose account is banned', async () => {
  const made = await withFriend();
  const { id, buyer, friend, hers, link } = made;
  const [pass] = (await askForPasses(id, { ...friend, ...hers })).passes;
  expect(await takeBack(link.id, buyer)).toBe(409);
  const banned_until = new Date(Date.now() + 1e9);
  await db.update(authUsers).set({ banned_until }).where(eq(authUsers.id, friend.user.id));
  expect(await takeBack(link.id, buyer)).toBe(200);
  expect(await judgeNow(made, await hers.codeAt(pass!.signed))).toMatchObject({ result: 'void' });
});

async function opened() {
  const made = await withFriend();
  const [pass] = (await askForPasses(made.id, { ...made.friend, ...made.hers })).passes;
  return { ...made, pass: pass! };
}

test('for a friend’s scanned pass, the facts for staff name the ticket’s holder, not the buyer', async () => {
  const made = await opened();
  await scanCode(made, await made.hers.codeAt(made.pass.signed), 2);
  const story = await findStory(db, { request_id: made.id });
  const text = JSON.stringify(factsOf({ handover: null, tickets: [], scans: story.scans }));
  expect(text).toContain('with a code that only the phone of the ticket’s holder can sign');
  expect(text).not.toMatch(/buyer/i);
});

test('while the switch `squads` is off, a friend still finds a given ticket', async () => {
  const { friend, id } = await opened();
  await launch('squads', false);
  expect((await ask('/api/my/given', friend)).text).toContain(id);
});

test('a friend with a given ticket gets a mail when the night is canceled', async () => {
  const { event, owner, friend } = await opened();
  const json = { reason: 'The roof leaks.', updated_at: event.updated_at };
  const canceled = await ask(`/api/admin/events/${event.id}/cancel`, { headers: owner.headers, json });
  expect(canceled.status).toBe(200);
  await tellPeople(env, new Date(Date.now() + 11 * 60_000));
  expect((await mailsTo(friend.user.email!)).map(({ subject }) => subject)).toContain(`Canceled: ${event.title}`);
});

async function givenFile() {
  const { deal } = await boughtDeal({ shows_at_once: true }, { quantity: 2 });
  await launch('squads', true);
  const friend = await signedInAs('user');
  const link = await give(deal.id, deal.buyer);
  expect((await accept(link.token, friend)).status).toBe(200);
  const { body } = await ask(`/api/ticket-requests/${deal.id}/tickets`, friend);
  const [ticket] = body['tickets'] as { id: string }[];
  return { deal, friend, link, ticket: ticket! };
}

test('a buyer cannot take a ticket back once the friend has opened its file', async () => {
  const { deal, friend, link, ticket } = await givenFile();
  expect((await openAs(friend.headers, ticket.id)).status).toBe(200);
  expect(await takeBack(link.id, deal.buyer)).toBe(409);
});

test('opening the file of a given ticket counts as opening the ticket', async () => {
  const { deal, friend, ticket } = await givenFile();
  await openAs(friend.headers, ticket.id);
  const given = await db.select().from(givenTickets).where(eq(givenTickets.request_id, deal.id));
  expect(given).toMatchObject([{ opened_at: expect.any(Date) }]);
  expect(await back(deal.id, friend)).toBe(200);
});

test('before accepting a ticket, a friend reads whether the buyer has opened its file', async () => {
  const { deal, tickets } = await boughtDeal({ shows_at_once: true }, { quantity: 2 });
  const friend = await signedInAs('user');
  const link = await give(deal.id, deal.buyer);
  expect((await look(link.token, friend)).json).toMatchObject({ was_opened: false });
  for (const { id } of tickets) expect((await openAs(deal.buyer.headers, id)).status).toBe(200);
  expect((await look(link.token, friend)).json).toMatchObject({ was_opened: true });
});

test('a wrong code on a friend’s phone reports no problem in the buyer’s name', async () => {
  const { deal, friend, ticket } = await givenFile();
  await openAs(friend.headers, ticket.id);
  const body = { code_hash: await hashOf('anything else') };
  await post(`/api/tickets/${ticket.id}/check`, { headers: friend.headers, body });
  const reported = await db.select().from(problems).where(eq(problems.request_id, deal.id));
  expect([reported.length, (await handoverOf(deal.id)).status]).toEqual([0, 'delivered']);
});
