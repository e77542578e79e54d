import { expect, test } from 'vitest';
import type { PassVoid } from '../../../drizzle/handover-vocabulary.ts';
import { type Door, type DoorEntry, type DoorPlace, judgeCode, LIST_MS } from './judge-pass.ts';
import {
  eventTag,
  keyId,
  passBytes,
  readCode,
  shortCode,
  signedPass,
  STEP_MS,
  stepAt,
  typedShortCode,
  writeCode,
} from './pass-code.ts';
import { toHex } from '../text/bytes.ts';

const NOW = Date.parse('2030-06-15T02:00:10Z');
const PASS = '6f1c9c1e-1b2a-4c3d-8e4f-5a6b7c8d9e0f';
const MOVED = '00000000-0000-4000-8000-000000000001';

async function aKey() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const raw = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer);
  const sign = async (data: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, data));
  return { id: await keyId(raw), public_key: toHex(raw), sign };
}

const [server, oldServer, rogue, phone, thief] = await Promise.all([aKey(), aKey(), aKey(), aKey(), aKey()]);

interface Given {
  pass_id?: string;
  event?: string;
  signer?: typeof server;
  named?: string;
  device?: typeof phone;
  shownBy?: typeof phone;
  at?: number;
}

/** Returns the code that a phone shows at `at`. */
async function codeOf({
  pass_id = PASS,
  event = 'event-1',
  signer = server,
  named,
  device = phone,
  shownBy = device,
  at = NOW,
}: Given = {}) {
  const fields = {
    key_id: named ?? signer.id,
    event_tag: await eventTag(event),
    pass_id,
    device_key: device.public_key,
  };
  const data = passBytes(fields);
  return writeCode({ signed: signedPass(data, await signer.sign(data)), step: stepAt(at), sign: shownBy.sign });
}

const place = (over: Partial<DoorPlace> = {}): DoorPlace => ({
  place: 'ticket:r-1:1',
  name: 'Ada',
  places: 1,
  position: 1,
  of: 1,
  pass_id: PASS,
  void: null,
  ...over,
});

const entry = (over: Partial<DoorEntry> = {}): DoorEntry => ({
  nonce: 'n-1',
  place: 'ticket:r-1:1',
  at: '2030-06-15T01:30:00.000Z',
  door: 'Back',
  way: 'qr',
  seat: 1,
  undone: false,
  ...over,
});

const door = ({
  places = [place()],
  made_at = NOW - 60_000,
  entries = [],
  now = NOW,
}: { places?: DoorPlace[]; made_at?: number; entries?: DoorEntry[]; now?: number } = {}): Door => {
  const times = { start_at: '2030-06-15T02:00:00Z', end_at: null, is_cancelled: false };
  const list = {
    event: { id: 'event-1', title: 'Night', venue_name: 'Room', ...times },
    made_at: new Date(made_at).toISOString(),
    keys: [server, oldServer],
    places,
    void_passes: [{ pass_id: MOVED, place: 'ticket:r-1:1' }],
    entries,
  };
  return { list, entries, now };
};

const UNLISTED = '00000000-0000-4000-8000-000000000002';
const flipped = (code: string, at: number) => code.slice(0, at) + (code[at] === 'A' ? 'B' : 'A') + code.slice(at + 1);

const OUTDATED = door({ made_at: NOW - LIST_MS - 1 });
const ALREADY_IN = 'already_in 2030-06-15T01:30:00.000Z Back';

const CASES: [name: string, code: () => Promise<string> | string, at: Door, said: string][] = [
  ['a fresh code', () => codeOf(), door(), 'ok'],
  ['a code from 30 seconds ago', () => codeOf({ at: NOW - STEP_MS }), door(), 'ok'],
  ['a code from 30 seconds ahead', () => codeOf({ at: NOW + STEP_MS }), door(), 'ok'],
  ['a code from one minute ago', () => codeOf({ at: NOW - 2 * STEP_MS }), door(), 'unknown old_code'],
  ['a screenshot after 60 seconds', () => codeOf(), door({ now: NOW + 60_000 }), 'unknown old_code'],
  ['a code from one minute ahead', () => codeOf({ at: NOW + 2 * STEP_MS }), door(), 'unknown early_code'],
  ['a pass for another event', () => codeOf({ event: 'event-2' }), door(), 'wrong_event'],
  ['a pass signed before the key was changed', () => codeOf({ signer: oldServer }), door(), 'ok'],
  ['a pass signed by a stranger', () => codeOf({ signer: rogue }), door(), 'unknown forged'],
  [
    'a pass signed with a stranger’s key under the id of the server’s key',
    () => codeOf({ signer: rogue, named: server.id }),
    door(),
    'unknown forged',
  ],
  [
    'a pass for another event signed by a stranger',
    () => codeOf({ signer: rogue, named: server.id, event: 'event-2' }),
    door(),
    'unknown forged',
  ],
  ['a pass shown by another phone', () => codeOf({ shownBy: thief }), door(), 'unknown forged'],
  ['a pass with a changed letter', async () => flipped(await codeOf(), 60), door(), 'unknown forged'],
  ['a phone’s signature with a changed letter', async () => flipped(await codeOf(), 260), door(), 'unknown forged'],
  ['a code that was cut off', async () => (await codeOf()).slice(0, -4), door(), 'unknown not_a_pass'],
  ['the code of another ticket shop', () => 'TICKET-0815-4711', door(), 'unknown not_a_pass'],
  ['an empty text', () => '', door(), 'unknown not_a_pass'],
  ['a pass that moved to another phone', () => codeOf({ pass_id: MOVED }), door(), 'void other_device'],
  ['a pass that is newer than the list', () => codeOf({ pass_id: UNLISTED }), door(), 'unknown not_on_list'],
  ['a code with a list that is too old', () => codeOf(), OUTDATED, 'unknown list_old'],
  ['a code with a list that is just recent enough', () => codeOf(), door({ made_at: NOW - LIST_MS }), 'ok'],
  ...(['replaced', 'refunded', 'failed', 'disputed', 'cancelled'] as const satisfies readonly PassVoid[]).map(
    (because): [string, () => Promise<string>, Door, string] => [
      `a ${because} ticket`,
      () => codeOf(),
      door({ places: [place({ void: because })] }),
      `void ${because}`,
    ],
  ),
  ['a code that was scanned before', () => codeOf(), door({ entries: [entry()] }), ALREADY_IN],
  ['a code whose scan was undone', () => codeOf(), door({ entries: [entry({ undone: true, seat: null })] }), 'ok'],
  ['a code whose scan is not sent yet', () => codeOf(), door({ entries: [entry({ seat: null })] }), ALREADY_IN],
  ['a typed short code', () => shortCode(PASS).toLowerCase().replace('-', ' '), door(), 'ok'],
  ['an unknown typed short code', () => 'BBBB-2345', door(), 'unknown not_on_list'],
  ['a typed short code of a moved pass', () => shortCode(MOVED), door(), 'void other_device'],
  ['a typed short code of someone who is inside', () => shortCode(PASS), door({ entries: [entry()] }), ALREADY_IN],
  ['a typed short code with an old list', () => shortCode(PASS), OUTDATED, 'unknown list_old'],
];

test.each(CASES)('the door judges %s', async (_, code, at, said) => {
  const judged = await judgeCode(await code(), at);
  const why =
    'because' in judged ? [judged.because] : judged.result === 'already_in' ? [judged.first.at, judged.first.door] : [];
  expect([judged.result, ...why].join(' ')).toBe(said);
});

test('the door shows whether it recognized a person by the QR code or by the short code', async () => {
  expect(await judgeCode(await codeOf(), door())).toMatchObject({ way: 'qr', place: { name: 'Ada' } });
  expect(await judgeCode(shortCode(PASS), door())).toMatchObject({ way: 'code' });
});

test('the code of a guest with two places lets two people in', async () => {
  const guests = [place({ places: 2 })];
  expect((await judgeCode(await codeOf(), door({ places: guests, entries: [entry()] }))).result).toBe('ok');
  const both = [entry(), entry({ nonce: 'n-2', at: '2030-06-15T01:40:00.000Z' })];
  expect((await judgeCode(await codeOf(), door({ places: guests, entries: both }))).result).toBe('already_in');
});

test('a code is short and has only capital letters and digits, which keeps its QR code small', async () => {
  const code = await codeOf();
  expect(code).toMatch(/^VOUCH1[A-Z2-7]+$/);
  expect(code.length).toBeLessThanOrEqual(320);
  const shown = { pass_id: PASS, device_key: phone.public_key, step: stepAt(NOW), key_id: server.id };
  expect(readCode(code)).toMatchObject(shown);
});

test.each([
  ['abcd-2345', 'ABCD-2345'],
  [' ABCD 2345 ', 'ABCD-2345'],
  ['0BC1-2345', 'OBCI-2345'],
  ['ABCD-234', null],
  ['ABCD-2349', null],
])('the typed text %j is read as the short code %j (null if it is no short code)', (typed, code) => {
  expect(typedShortCode(typed)).toBe(code);
});
