import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { events, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/db.ts';
import { aDoor, aPhone, aScan, type Person, readList, sendScans } from '../../support/worker/door.ts';
import { launch } from '../../support/worker/launch.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { judgeNow } from '../../support/worker/at-the-door.ts';

beforeEach(() => launch('squads', true));

interface Answer {
  passes?: { signed: string; short_code: string }[];
  let_in?: object[];
  error?: { code: string };
}

async function ask(event_id: string, { headers }: Pick<Person, 'headers'>, device_key: string) {
  const { status, json, cost } = await post(`/api/my/lists/${event_id}/pass`, { headers, body: { device_key } });
  const { error, passes, let_in } = json as Answer;
  return { status, code: error?.code, pass: passes?.[0], let_in, cost };
}

async function onList(over: object = {}) {
  const made = await aDoor();
  const guest = await signedInAs('user');
  const entry = waitlistRow({
    event_id: made.event.id,
    applicant_id: guest.user.id,
    name: 'A guest',
    status: 'accepted',
    ...over,
  });
  await db.insert(waitlist).values(entry);
  return { ...made, guest, entry, phone: await aPhone() };
}

test('a person accepted from the waitlist gets a pass, and a door lets them in with it once', async () => {
  const made = await onList();
  const { event, owner, guest, entry, phone } = made;
  const { status, pass, cost } = await ask(event.id, guest, phone.device_key);
  expect([status, cost.round_trips]).toEqual([200, 2]);
  const code = await phone.codeAt(pass!.signed);
  const place = { name: 'A guest', place: `waitlist:${entry.id}` };
  expect(await judgeNow(made, code)).toMatchObject({ result: 'ok', way: 'qr', place });
  expect(await judgeNow(made, pass!.short_code)).toMatchObject({ result: 'ok' });
  await sendScans(event.slug, { ...owner, scans: [aScan(`waitlist:${entry.id}`, { way: 'qr', code })] });
  const after = (await readList(event.slug, owner.headers)).list!;
  expect(after.entries).toMatchObject([{ way: 'qr', seat: 1 }]);
  expect(await judgeNow(made, code)).toMatchObject({ result: 'already_in' });
  expect((await ask(event.id, guest, phone.device_key)).let_in).toMatchObject([{ way: 'qr', position: 1 }]);
  expect((await ask(event.id, guest, (await aPhone()).device_key)).code).toBe('door.already_in');
});

test('a pass for two places lets in two people, and a third scan is a conflict', async () => {
  const made = await onList({ places: 2 });
  const { event, owner, guest, entry, phone } = made;
  const code = await phone.codeAt((await ask(event.id, guest, phone.device_key)).pass!.signed);
  const scan = () => sendScans(event.slug, { ...owner, scans: [aScan(`waitlist:${entry.id}`, { way: 'qr', code })] });
  await scan();
  expect(await judgeNow(made, code)).toMatchObject({ result: 'ok' });
  await scan();
  expect(await judgeNow(made, code)).toMatchObject({ result: 'already_in' });
  expect((await scan()).outcomes).toMatchObject([{ outcome: 'conflict' }]);
});

test('once a pass moves to another phone, the codes of the old phone are no longer valid', async () => {
  const made = await onList();
  const { event, guest, phone } = made;
  const old = await phone.codeAt((await ask(event.id, guest, phone.device_key)).pass!.signed);
  const other = await aPhone();
  const moved = await ask(event.id, guest, other.device_key);
  expect(await judgeNow(made, old)).toMatchObject({ result: 'unknown', because: 'not_on_list' });
  expect(await judgeNow(made, await other.codeAt(moved.pass!.signed))).toMatchObject({ result: 'ok' });
  for (let phones = 3; phones <= 10; phones += 1)
    expect((await ask(event.id, guest, (await aPhone()).device_key)).status).toBe(200);
  expect((await ask(event.id, guest, phone.device_key)).code).toBe('door.too_many_phones');
});

test.each([
  ['waits for a decision', { status: 'pending' }],
  ['was declined', { status: 'declined' }],
  ['was accepted by a decision that can be undone', { told_status: 'pending', tell_at: new Date(Date.now() + 60_000) }],
])('a person who %s has no pass', async (_, over) => {
  const { event, guest, phone } = await onList(over);
  expect((await ask(event.id, guest, phone.device_key)).code).toBe('door.not_on_list');
});

test('the pass is refused to a stranger, for a canceled night, and while the switch squads is off', async () => {
  const { event, guest, phone } = await onList();
  const stranger = await signedInAs('user');
  expect((await ask(event.id, stranger, phone.device_key)).status).toBe(404);
  await db.update(events).set({ cancelled_at: new Date() }).where(eq(events.id, event.id));
  expect((await ask(event.id, guest, phone.device_key)).status).toBe(404);
  await launch('squads', false);
  expect((await ask(event.id, guest, phone.device_key)).code).toBe('launch.off');
});
