import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import {
  authUsers,
  eventGuests,
  events,
  payments,
  payouts,
  scans,
  waitlist,
} from '../../../drizzle/tables/all-tables.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import {
  aDoor,
  aScan,
  paidTickets,
  readList,
  sendScans,
  handoverOf,
  placeOf,
  scansOf,
  withPasses,
} from '../../support/worker/door.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { launch } from '../../support/worker/launch.ts';
import { scanCode } from '../../support/worker/at-the-door.ts';

beforeEach(() => void fakeProvider());

test('the hand-over ends and the payout is due once every pass of the ticket request is scanned', async () => {
  const made = await withPasses(2);
  const { given, id, phone } = made;
  const [one, two] = await Promise.all(given.map((pass) => phone.codeAt(pass.signed)));
  const first = await scanCode(made, one!);
  expect([first.status, first.outcomes[0]?.outcome]).toEqual([200, 'in']);
  expect(await handoverOf(id)).toMatchObject({ status: 'due' });
  await scanCode(made, two!, 2);
  expect(await handoverOf(id)).toMatchObject({ status: 'received', ended_by: 'scan', ended_at: expect.any(Date) });
  const [payment] = await db.select().from(payments).where(eq(payments.request_id, id));
  expect(payment!.released_at).toEqual(expect.any(Date));
  expect((await db.select().from(payouts).where(eq(payouts.request_id, id)))[0]).toMatchObject({ status: 'due' });
});

test('a call that sends several scans takes three round trips to the database', async () => {
  const { event, owner } = await aDoor();
  const { request } = await paidTickets(event, { quantity: 6 });
  const many = [1, 2, 3, 4, 5, 6].map((position) => aScan(placeOf(request.id, position)));
  expect((await sendScans(event.slug, { ...owner, scans: many })).cost.round_trips).toBe(3);
});

test('only admins, organizers and current door staff of a night can use its door', async () => {
  const { event, owner } = await aDoor();
  const [staff, student, other] = [await signedInAs('user'), await signedInAs('user'), await aDoor()];
  const [admin, rival] = [await signedInAs('admin'), await signedInAs('organizer')];
  const invite = (email: string, by = owner, to = event) =>
    post(`/api/admin/events/${to.id}/door-staff`, { ...by, body: { email } });
  expect((await invite(staff.user.email!)).status).toBe(201);
  expect((await invite(rival.user.email!, rival)).status).toBe(403);
  const ask = async ({ headers }: { headers: HeadersInit }, slug = event.slug) => [
    (await readList(slug, headers)).status,
    (await sendScans(slug, { headers, scans: [aScan('guest:nobody')] })).status,
  ];
  for (const who of [owner, staff, admin]) expect(await ask(who)).toEqual([200, 200]);
  for (const who of [rival, student]) expect(await ask(who)).toEqual([403, 403]);
  expect(await ask({ headers: {} })).toEqual([401, 401]);
  // Door staff have the role for one event only.
  expect(await ask(staff, other.event.slug)).toEqual([403, 403]);
  expect(await ask(staff, 'no-such-night')).toEqual([404, 404]);
  await post(`/api/admin/events/${event.id}/door-staff/${staff.user.id}`, { ...owner, method: 'DELETE' });
  expect(await ask(staff)).toEqual([403, 403]);
  await invite(staff.user.email!);
  await db
    .update(authUsers)
    .set({ banned_until: new Date(Date.now() + 60_000) })
    .where(eq(authUsers.id, staff.user.id));
  expect(await ask(staff)).toEqual([401, 401]);
  await db.update(events).set({ is_published: false }).where(eq(events.id, event.id));
  expect(await ask(student)).toEqual([404, 404]);
  await launch('handover', false);
  expect(await ask(owner)).toEqual([403, 403]);
});

test('a door cannot change scans or admit tickets of another night', async () => {
  const { event, owner } = await aDoor();
  const other = await aDoor();
  const { request } = await paidTickets(other.event);
  const theirs = aScan(placeOf(request.id));
  await sendScans(other.event.slug, { ...other.owner, scans: [theirs] });
  const mine = await paidTickets(event);
  const tries = [
    aScan(placeOf(request.id)),
    { ...theirs, undone: true },
    aScan(placeOf(mine.request.id), { nonce: theirs.nonce, undone: true }),
  ];
  for (const scan of tries) {
    expect((await sendScans(event.slug, { ...owner, scans: [scan] })).outcomes[0]!.outcome).toBe('refused');
  }
  expect(await scansOf(event.id)).toEqual([]);
  expect(await scansOf(other.event.id)).toMatchObject([{ seat: 1, undone_at: null }]);
});

test('scans from another day and scans of places that do not exist are refused', async () => {
  const { event, owner } = await aDoor();
  const { request } = await paidTickets(event, { quantity: 2 });
  const days = (count: number) => new Date(event.start_at.getTime() + count * 86_400_000).toISOString();
  const wrong = [
    aScan(placeOf(request.id), { at: days(-2) }),
    aScan(placeOf(request.id), { at: days(3) }),
    aScan(placeOf(request.id, 3)),
    aScan('guest:nobody'),
    aScan('waitlist:nobody'),
  ];
  const { outcomes } = await sendScans(event.slug, { ...owner, scans: wrong });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(wrong.map(() => 'refused'));
  const tooMany = Array.from({ length: 201 }, () => aScan(placeOf(request.id)));
  expect((await sendScans(event.slug, { ...owner, scans: tooMany })).status).toBe(422);
  expect(await scansOf(event.id)).toEqual([]);
});

test('for a guest or an accepted waitlist entry, the door admits one person for each place', async () => {
  const { event, owner } = await aDoor();
  await db
    .insert(eventGuests)
    .values({ id: 'g-1', event_id: event.id, name: 'Ada', name_key: 'ada', places: 3, created_by: owner.user.id });
  const person = waitlistRow({ event_id: event.id, status: 'accepted', places: 2 });
  await db.insert(waitlist).values(person);
  const { list } = await readList(event.slug, owner.headers);
  expect(list!.places).toMatchObject([
    { place: 'guest:g-1', places: 3 },
    { place: `waitlist:${person.id}`, places: 2 },
  ]);
  const four = Array.from({ length: 4 }, (_, at) =>
    aScan('guest:g-1', { at: new Date(Date.now() - 9000 + at).toISOString() }),
  );
  const { outcomes } = await sendScans(event.slug, {
    ...owner,
    scans: [...four, ...Array.from({ length: 3 }, () => aScan(`waitlist:${person.id}`))],
  });
  const count = (all: typeof outcomes) => all.filter(({ outcome }) => outcome === 'in').length;
  expect([outcomes.length, count(outcomes.slice(4))]).toEqual([7, 2]);
  expect(outcomes.slice(0, 4).map(({ outcome }) => outcome)).toEqual(['in', 'in', 'in', 'conflict']);
  await sendScans(event.slug, { ...owner, scans: [{ ...four[0]!, undone: true }] });
  const seats = new Map((await scansOf(event.id)).map(({ nonce, seat }) => [nonce, seat]));
  expect(four.map(({ nonce }) => seats.get(nonce))).toEqual([null, 1, 2, 3]);
});

test('the database counts only one scan of a ticket as its entry', async () => {
  const { event, owner } = await aDoor();
  const { request } = await paidTickets(event);
  const scan = (nonce: string) => ({
    nonce,
    event_id: event.id,
    place: 'x',
    request_id: request.id,
    position: 1,
    way: 'name' as const,
    at: new Date(),
    door: 'A',
    staff_id: owner.user.id,
  });
  await db.insert(scans).values(scan('n1'));
  await db.insert(scans).values(scan('n2'));
  expect(new Set((await scansOf(event.id)).map(({ seat }) => seat))).toEqual(new Set([1, null]));
  await expect(db.insert(scans).values({ ...scan('n3'), place: 'y', seat: 1 })).rejects.toThrow(/Failed query/);
  for (const change of [{ seat: 1 }, { seat: 2 }, { at: new Date(0) }])
    await expect(db.update(scans).set(change).where(eq(scans.nonce, 'n2'))).rejects.toThrow(/Failed query/);
});
