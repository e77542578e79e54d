import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { passes } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/db.ts';
import {
  aDoor,
  aPhone,
  askForPasses,
  aScan,
  handoverOf,
  paidTickets,
  placeOf,
  sendScans,
} from '../../support/worker/door.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { judgeNow, scanCode } from '../../support/worker/at-the-door.ts';

beforeEach(() => void fakeProvider());

async function markedByName({ quantity = 1 } = {}) {
  const at = await aDoor();
  const { request, buyer } = await paidTickets(at.event, { quantity });
  const [id, place] = [request.id, placeOf(request.id)];
  const entry = aScan(place, { at: new Date(Date.now() - 60_000).toISOString() });
  await sendScans(at.event.slug, { ...at.owner, scans: [entry] });
  return { ...at, buyer, id, place, entry, judge: (code: string) => judgeNow(at, code) };
}

test('after one of two tickets is admitted by name, its pass is refused, and the pass of the second ticket works', async () => {
  const { buyer, id, entry, judge } = await markedByName({ quantity: 2 });
  const [phone, next] = [await aPhone(), await aPhone()];
  const given = await askForPasses(id, { ...buyer, ...phone });
  expect([given.status, given.passes.length]).toEqual([200, 2]);
  expect(given.let_in).toEqual([{ position: 1, at: entry.at, door: 'Front', way: 'name' }]);
  // The door sees on the first pass that its ticket was admitted by name.
  const first = { nonce: entry.nonce, at: entry.at, door: 'Front', way: 'name' };
  expect(await judge(await phone.codeAt(given.passes[0]!.signed))).toMatchObject({ result: 'already_in', first });
  expect(await judge(await phone.codeAt(given.passes[1]!.signed))).toMatchObject({ result: 'ok' });
  expect((await askForPasses(id, { ...buyer, ...next })).status).toBe(200);
  expect(await db.select().from(passes).where(eq(passes.request_id, id))).toHaveLength(4);
});

test('once the door undoes a wrong admission by name, the buyer gets in with the pass', async () => {
  const made = await markedByName();
  const { event, owner, buyer, id, entry, judge } = made;
  const phone = await aPhone();
  const [pass] = (await askForPasses(id, { ...buyer, ...phone })).passes;
  await sendScans(event.slug, { ...owner, scans: [{ ...entry, undone: true }] });
  const code = await phone.codeAt(pass!.signed);
  expect(await judge(code)).toMatchObject({ result: 'ok', way: 'qr' });
  await scanCode(made, code);
  expect(await handoverOf(id)).toMatchObject({ status: 'received', ended_by: 'scan' });
  const moved = await askForPasses(id, { ...buyer, ...(await aPhone()) });
  expect([moved.status, moved.error.code]).toEqual([409, 'door.already_in']);
});

test('a hand-over does not end if the door reports an admission by name, by short code or by an invalid QR code', async () => {
  const { event, owner, id, place } = await markedByName();
  await sendScans(event.slug, {
    ...owner,
    scans: [aScan(place, { way: 'code' }), aScan(place, { way: 'qr', code: 'made-up' })],
  });
  expect(await handoverOf(id)).toMatchObject({ status: 'due' });
});
