import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { disputeRow } from '../../../drizzle/seed/payment-rows.ts';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { authUsers, disputes, givenTickets, profiles, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { judgeCode } from '../../../worker/contract/door/judge-pass.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import {
  aDoor,
  aPhone,
  aScan,
  askForPasses,
  type Person,
  placeOf,
  readList,
  sendScans,
  withPasses,
} from '../../support/worker/door.ts';
import { accept, codeOf, give, look, takeBack } from '../../support/worker/given.ts';
import { launch } from '../../support/worker/launch.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';

beforeEach(async () => {
  fakeProvider();
  await launch('squads', true);
});

const passesOf = async (id: string, person: Person, phone: Awaited<ReturnType<typeof aPhone>>) =>
  askForPasses(id, { headers: person.headers, device_key: phone.device_key });

async function withFriend() {
  const made = await withPasses(2);
  const friend = await signedInAs('user');
  await db.update(profiles).set({ display_name: 'A good friend' }).where(eq(profiles.id, friend.user.id));
  const link = await give(made.id, made.buyer);
  expect((await accept(link.token, friend)).status).toBe(200);
  return { ...made, friend, link, hers: await aPhone() };
}

test('a buyer whose tickets are all with friends can still open the screen, to see them and take them back', async () => {
  const { id, buyer, phone, link } = await withFriend();
  const first = await give(id, buyer, { position: 1 });
  expect((await accept(first.token, await signedInAs('user'))).status).toBe(200);
  const shown = await passesOf(id, buyer, phone);
  expect([shown.status, shown.error?.code, shown.error?.message]).toEqual([200, undefined, undefined]);
  const { answer } = await callCounted(`/api/ticket-requests/${id}/given`, { headers: buyer.headers });
  expect((await answer.json<{ given: object[] }>()).given).toMatchObject([
    { id: first.id, position: 1, is_accepted: true, may_take_back: true },
    { id: link.id, position: 2, friend: 'A good friend', is_accepted: true, may_take_back: true },
  ]);
  expect(await takeBack(first.id, buyer)).toBe(200);
  expect((await passesOf(id, buyer, phone)).passes.map(({ position }) => position)).toEqual([1]);
});

test('a friend who used up ten phones and deletes the account does not lock the buyer out', async () => {
  const { id, buyer, friend, phone } = await withFriend();
  for (let at = 0; at < 10; at += 1) expect((await passesOf(id, friend, await aPhone())).status).toBe(200);
  await runWrites(db, [accounts.removeAccount(db, { id: friend.user.id, keep: {}, now: new Date() })]);
  expect((await passesOf(id, buyer, phone)).passes.map(({ position }) => position)).toEqual([1, 2]);
});

test('a friend reads that somebody is already in with the ticket, not that it was used on too many phones', async () => {
  const { event, owner, id, friend, hers, phone, given } = await withFriend();
  // A door that was offline when the friend accepted still admits the buyer's old pass.
  const code = await phone.codeAt(given[1]!.signed);
  await sendScans(event.slug, { ...owner, scans: [aScan(placeOf(id, 2), { way: 'qr', code })] });
  expect((await passesOf(id, friend, hers)).error.code).toBe('door.already_in');
});

test('a friend reads nothing about the buyer’s bank or refund', async () => {
  const { id, friend, hers } = await withFriend();
  await passesOf(id, friend, hers);
  await db.insert(disputes).values(disputeRow({ request_id: id }));
  expect((await passesOf(id, friend, hers)).error.message).not.toMatch(/Your bank/);
});

test('a friend who has one ticket of a request reads that the second is for somebody else', async () => {
  const { id, buyer, friend } = await withFriend();
  const second = await give(id, buyer, { position: 1 });
  const answers = [await look(second.token, friend), await accept(second.token, friend)];
  expect(answers.map(({ status, json }) => [status, codeOf(json)])).toEqual([
    [409, 'given.one_each'],
    [409, 'given.one_each'],
  ]);
});

test('the record of a given ticket that a door has scanned stays when the friend’s account is deleted', async () => {
  const { event, owner, id, friend, hers } = await withFriend();
  const [pass] = (await passesOf(id, friend, hers)).passes;
  const code = await hers.codeAt(pass!.signed);
  await sendScans(event.slug, { ...owner, scans: [aScan(placeOf(id, 2), { way: 'qr', code })] });
  await runWrites(db, [accounts.removeAccount(db, { id: friend.user.id, keep: {}, now: new Date() })]);
  expect(await db.select().from(givenTickets).where(eq(givenTickets.request_id, id))).toHaveLength(1);
});

test('a waitlist entry made from an account gives its pass to that account, not to the owner of the entry’s address', async () => {
  const { event } = await aDoor();
  const [guest, other] = [await signedInAs('user'), await signedInAs('user')];
  const email = other.user.email!;
  await db.insert(waitlist).values(
    waitlistRow({
      event_id: event.id,
      applicant_id: guest.user.id,
      email,
      email_key: email.toLowerCase(),
      status: 'accepted',
      confirmed_at: new Date(),
    }),
  );
  const ask = async ({ headers }: Pick<Person, 'headers'>) =>
    (await post(`/api/my/lists/${event.id}/pass`, { headers, body: { device_key: (await aPhone()).device_key } }))
      .status;
  expect([await ask(guest), await ask(other)]).toEqual([200, 404]);
});

test('a buyer gets the ticket back from a friend whose account is banned, and the pass of that friend is void', async () => {
  const { event, owner, id, buyer, friend, hers, link } = await withFriend();
  const [pass] = (await passesOf(id, friend, hers)).passes;
  expect(await takeBack(link.id, buyer)).toBe(409);
  const banned_until = new Date(Date.now() + 1e9);
  await db.update(authUsers).set({ banned_until }).where(eq(authUsers.id, friend.user.id));
  expect(await takeBack(link.id, buyer)).toBe(200);
  const list = (await readList(event.slug, owner.headers)).list!;
  const judged = await judgeCode(await hers.codeAt(pass!.signed), { list, entries: [], now: Date.now() });
  expect(judged).toMatchObject({ result: 'void' });
});
