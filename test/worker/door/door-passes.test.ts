import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { refundRow } from '../../../drizzle/seed/payment-rows.ts';
import { handovers, passes, payouts, problems, refunds } from '../../../drizzle/tables/all-tables.ts';
import { judgeCode } from '../../../worker/contract/door/judge-pass.ts';
import { verifyByPlatform } from '../../../worker/contract/door/pass-code.ts';
import { fromHex, textBytes } from '../../../worker/contract/text/bytes.ts';
import { ask } from '../../support/worker/admin.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import {
  aDoor,
  aPhone,
  askForPasses,
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
import { judgeNow, scanCode } from '../../support/worker/at-the-door.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';

beforeEach(() => void fakeProvider());

test('a buyer gets a signed pass for each ticket, and the door’s list contains these passes', async () => {
  const { event, owner, given, id, phone, buyer } = await withPasses(2);
  expect(given).toMatchObject([{ position: 1 }, { position: 2 }]);
  const again = await askForPasses(id, { ...buyer, ...phone });
  expect([again.status, again.passes]).toEqual([200, given]);
  // One round trip for the guard, and one for the passes.
  expect(again.cost.round_trips).toBe(2);
  const { list, body, cost } = await readList(event.slug, owner.headers);
  expect(list!.places.map(({ pass_id }) => pass_id)).toEqual(given.map((pass) => pass.id));
  expect(cost.round_trips).toBe(2);
  const key = list!.keys.find((each) => each.id === body.key_id)!;
  const signed = { key: fromHex(key.public_key), signature: fromHex(body.signature), data: textBytes(body.list!) };
  expect(await verifyByPlatform(signed)).toBe(true);
  const code = await phone.codeAt(given[0]!.signed);
  const judged = await judgeCode(code, { list: list!, entries: list!.entries, now: Date.now() });
  expect(judged).toMatchObject({ result: 'ok', way: 'qr', place: { place: placeOf(id), of: 2 } });
});

test('if a screenshot of a scanned pass is shown, the door refuses it or the server reports a conflict', async () => {
  const { event, owner, given, id, phone } = await withPasses();
  // Both scans are in the past, because the server replaces a scan time in the future by its own time.
  const shown = Date.now() - 10_000;
  const screenshot = await phone.codeAt(given[0]!.signed, shown);
  const list = (await readList(event.slug, owner.headers)).list!;
  const door = { list, entries: list.entries, now: shown };
  // A minute later the picture is too old for every door, even an offline one.
  const late = await judgeCode(screenshot, { ...door, now: shown + 60_000 });
  expect(late).toEqual({ result: 'unknown', because: 'old_code' });
  const first = aScan(placeOf(id), { way: 'qr', code: screenshot, at: new Date(shown).toISOString() });
  await sendScans(event.slug, { ...owner, scans: [first] });
  const { entries } = (await readList(event.slug, owner.headers)).list!;
  const again = await judgeCode(screenshot, { ...door, entries });
  expect(again).toMatchObject({ result: 'already_in', first: { at: first.at, door: 'Front' } });
  const second = aScan(placeOf(id), { way: 'qr', code: screenshot, at: new Date(shown + 5000).toISOString() });
  const { outcomes } = await sendScans(event.slug, { ...owner, scans: [second], door: 'Back' });
  expect(outcomes).toEqual([{ nonce: second.nonce, outcome: 'conflict', first: { at: first.at, door: 'Front' } }]);
});

test('a buyer can move passes to another phone until a scan has admitted somebody', async () => {
  const made = await withPasses();
  const { given, id, phone, buyer } = made;
  const other = await aPhone();
  const moved = await askForPasses(id, { ...buyer, ...other });
  expect([moved.status, moved.passes[0]!.id === given[0]!.id]).toEqual([200, false]);
  const rows = await db.select().from(passes).where(eq(passes.request_id, id));
  expect(rows.map(({ device_key, voided_at }) => [device_key, voided_at !== null])).toEqual([
    [phone.device_key, true],
    [other.device_key, false],
  ]);
  const old = await judgeNow(made, await phone.codeAt(given[0]!.signed));
  expect(old).toMatchObject({ result: 'void', because: 'other_device' });
  const shown = await other.codeAt(moved.passes[0]!.signed);
  expect(await judgeNow(made, shown)).toMatchObject({ result: 'ok' });
  await scanCode(made, shown);
  const late = await askForPasses(id, { ...buyer, ...(await aPhone()) });
  expect([late.status, late.error.code]).toEqual([409, 'door.already_in']);
  expect((await askForPasses(id, { ...buyer, ...other })).passes).toEqual(moved.passes);
});

test('a buyer can get the passes on ten phones at most', async () => {
  const { id, buyer } = await withPasses();
  const answers = [];
  for (let at = 0; at < 10; at += 1) answers.push(await askForPasses(id, { ...buyer, ...(await aPhone()) }));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 9 }, () => 200), 409]);
  expect(answers.at(-1)!.error.code).toBe('door.too_many_phones');
});

test('a buyer who moves passes back and forth between two phones gets them ten times at most', async () => {
  const { id, buyer } = await withPasses(2);
  const phones = [await aPhone(), await aPhone()];
  const statuses = [];
  for (let at = 0; at < 11; at += 1) statuses.push((await askForPasses(id, { ...buyer, ...phones[at % 2]! })).status);
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 409, 200]);
  expect(await db.select().from(passes).where(eq(passes.request_id, id))).toHaveLength(20);
});

test('a person without a ticket gets no pass, and nobody gets a pass after the night', async () => {
  const { event } = await aDoor();
  const { request, buyer, seller } = await paidTickets(event);
  const { device_key } = await aPhone();
  expect(seller.id).not.toBe(buyer.user.id);
  for (const who of [await signedInAs('user'), await signedInAs('admin'), await signedInAs('organizer')]) {
    expect((await askForPasses(request.id, { ...who, device_key })).error.code).toBe('tickets.request_not_found');
  }
  expect((await askForPasses(request.id, { headers: {}, device_key })).status).toBe(401);
  expect((await askForPasses(request.id, { ...buyer, device_key: 'AA' })).status).toBe(422);
  await db
    .update(handovers)
    .set({ status: 'failed', ended_at: new Date(), ended_by: 'time' })
    .where(eq(handovers.request_id, request.id));
  expect((await askForPasses(request.id, { ...buyer, device_key })).error.code).toBe('door.pass_void');
  await launch('handover', false);
  expect((await askForPasses(request.id, { ...buyer, device_key })).error.code).toBe('launch.off');
  await launch('handover', true);
  const past = { start_at: new Date(Date.now() - 48 * 3_600_000), end_at: new Date(Date.now() - 44 * 3_600_000) };
  const { request: old } = await paidTickets({ ...event, ...past }, { buyer });
  await changeEvent(event.id, past);
  expect((await askForPasses(old.id, { ...buyer, device_key })).error.code).toBe('tickets.event_over');
  expect(await db.select().from(passes).where(eq(passes.request_id, old.id))).toEqual([]);
});

test('passes stay valid after an edit moves the end of the night into the past', async () => {
  const made = await withPasses();
  const { event, buyer, given, id, phone } = made;
  const ended = { start_at: new Date(Date.now() - 2 * 3_600_000), end_at: new Date(Date.now() - 60_000) };
  await changeEvent(event.id, ended);
  const again = await askForPasses(id, { ...buyer, ...phone });
  expect([again.status, again.passes]).toEqual([200, given]);
  await launch('live', true);
  expect((await ask('/api/my/tonight', buyer)).body['ticket_requests']).toMatchObject([{ id }]);
  expect(await judgeNow(made, await phone.codeAt(given[0]!.signed))).toMatchObject({ result: 'ok' });
});

test('the door’s list says whether a ticket is void because of a refund or because the night was canceled', async () => {
  const { event, owner, id } = await withPasses();
  const reason = async () => (await readList(event.slug, owner.headers)).list!.places[0]!.void;
  expect(await reason()).toBeNull();
  await db.insert(refunds).values(refundRow({ request_id: id, status: 'due' }));
  expect(await reason()).toBe('refunded');
  await changeEvent(event.id, { cancelled_at: new Date() });
  expect(await reason()).toBe('cancelled');
});

test('a scan by name or with a forged code does not end the hand-over', async () => {
  const { event, owner, given, id } = await withPasses();
  const stranger = await aPhone();
  const forged = await stranger.codeAt(given[0]!.signed);
  const tries = [
    aScan(placeOf(id)),
    aScan(placeOf(id), { way: 'qr', code: forged }),
    aScan(placeOf(id), { way: 'qr', code: null }),
  ];
  for (const scan of tries) await sendScans(event.slug, { ...owner, scans: [scan] });
  const scanned = (await scansOf(event.id)).map(({ way, seat }) => `${way} ${seat}`);
  expect(scanned).toEqual(['name 1', 'name null', 'name null']);
  expect(await handoverOf(id)).toMatchObject({ status: 'due' });
});

async function report(id: string, headers: HeadersInit) {
  await db.update(handovers).set({ status: 'delivered', delivered_at: new Date() }).where(eq(handovers.request_id, id));
  return post(`/api/ticket-requests/${id}/problem`, { headers, body: { kind: 'did_not_work' } });
}

test('a buyer who reports a problem and then walks in gets no money back', async () => {
  const made = await withPasses();
  const { buyer, given, id, phone } = made;
  expect((await report(id, buyer.headers)).status).toBe(200);
  expect(await handoverOf(id)).toMatchObject({ status: 'problem' });
  await scanCode(made, await phone.codeAt(given[0]!.signed));
  expect(await handoverOf(id)).toMatchObject({ status: 'received', ended_by: 'scan' });
  const [problem] = await db.select().from(problems).where(eq(problems.request_id, id));
  expect(problem).toMatchObject({ status: 'rejected', decided_by: 'facts' });
  expect((await db.select().from(payouts).where(eq(payouts.request_id, id)))[0]).toMatchObject({ status: 'due' });
});

test('once the door has admitted the buyer by name, staff have 72 hours to decide the buyer’s problem', async () => {
  const { event, owner } = await aDoor();
  const [first, then] = [await paidTickets(event), await paidTickets(event)];
  await report(first.request.id, first.buyer.headers);
  for (const { request } of [first, then])
    await sendScans(event.slug, { ...owner, scans: [aScan(placeOf(request.id))] });
  await report(then.request.id, then.buyer.headers);
  for (const { request } of [first, then]) {
    const [problem] = await db.select().from(problems).where(eq(problems.request_id, request.id));
    expect(problem!.status).toBe('open');
    expect(problem!.decide_by.getTime() - problem!.created_at.getTime()).toBe(72 * 3_600_000);
  }
});

test('once staff have decided a problem in the buyer’s favor, a scan does not change the decision', async () => {
  const made = await withPasses();
  const { buyer, given, id, phone } = made;
  await report(id, buyer.headers);
  await db.update(problems).set({ ruled_by: 'staff' }).where(eq(problems.request_id, id));
  await scanCode(made, await phone.codeAt(given[0]!.signed));
  expect(await handoverOf(id)).toMatchObject({ status: 'problem', ended_by: null });
});
