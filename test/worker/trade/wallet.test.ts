import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { importSPKI, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { venues } from '../../../drizzle/tables/all-tables.ts';
import { longDate } from '../../../worker/contract/time/event-time.ts';
import { newYorkWallClock } from '../../../worker/contract/time/new-york-time.ts';
import { toHex } from '../../../worker/contract/text/bytes.ts';
import { readCms, verifyCms } from '../../support/read/read-cms.ts';
import {
  TEST_GOOGLE_KEY,
  TEST_GOOGLE_PUBLIC_KEY,
  TEST_PASS_CERTIFICATE,
  TEST_PASS_KEY,
  TEST_WWDR_CERTIFICATE,
} from '../../support/wallet-test-keys.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { aDoor, aPhone, askForPasses, paidTickets } from '../../support/worker/door.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { launch } from '../../support/worker/launch.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { pemBytes } from '../../../worker/features/trade/wallet/pem.ts';
import { addRefund, changeHandover } from '../../support/worker/trade/deals/rows.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { codeOf } from '../../support/worker/trade/file-deal.ts';

const APPLE = {
  APPLE_PASS_CERTIFICATE: TEST_PASS_CERTIFICATE,
  APPLE_PASS_KEY: TEST_PASS_KEY,
  APPLE_WWDR_CERTIFICATE: TEST_WWDR_CERTIFICATE,
  APPLE_PASS_TYPE: 'pass.test.vouch',
  APPLE_TEAM: 'TESTTEAM01',
};
const GOOGLE = {
  GOOGLE_WALLET_ISSUER: '3388000000000000000',
  // Has the length of a real service account's address.
  GOOGLE_WALLET_ACCOUNT: 'wallet-passes-of-vouch@a-project-of-vouch-123456.iam.accounts.test',
  // In the file of a service account the line breaks of the key are escaped.
  GOOGLE_WALLET_KEY: TEST_GOOGLE_KEY.replaceAll('\n', String.raw`\n`),
};
const OFF = Object.fromEntries(Object.keys({ ...APPLE, ...GOOGLE }).map((name) => [name, '']));

beforeEach(() => {
  fakeProvider();
  Object.assign(env, APPLE, GOOGLE);
});
afterEach(() => {
  Object.assign(env, OFF);
});

async function paid(quantity = 1) {
  const at = await aDoor();
  return { ...at, ...(await paidTickets(at.event, { quantity })) };
}

type Asker = { headers: Record<string, string> };

async function askFor(wallet: 'apple' | 'google', id: string, { headers, search = '' }: Asker & { search?: string }) {
  const { answer, cost } = await callCounted(`/api/ticket-requests/${id}/wallet/${wallet}${search}`, { headers });
  return { answer, cost, status: answer.status };
}

async function refusedFor(id: string, asker: Asker & { search?: string }) {
  const answers = await Promise.all([askFor('apple', id, asker), askFor('google', id, asker)]);
  return Promise.all(answers.map(async ({ answer, status }) => [status, await codeOf(answer)]));
}
const both = (...refused: [status: number, code: string]) => [refused, refused];

test('a buyer’s signed pass for Apple Wallet has a link to the door pass instead of a barcode', async () => {
  const { event, request, buyer } = await paid(2);
  const { answer, cost } = await askFor('apple', request.id, { ...buyer, search: '?ticket=2' });
  expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
    200,
    'application/vnd.apple.pkpass',
    'no-store',
  ]);
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="ticket.pkpass"');
  // One round trip to the database for the guard, and one for the ticket.
  expect(cost.round_trips).toBe(2);
  const { signature, 'manifest.json': manifest, ...files } = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(files).toSorted()).toEqual(['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'pass.json']);
  const digests = Object.entries(files).map(async ([name, bytes]) => [
    name,
    toHex(new Uint8Array(await crypto.subtle.digest('SHA-1', Uint8Array.from(bytes)))),
  ]);
  expect(JSON.parse(strFromU8(manifest!))).toEqual(Object.fromEntries(await Promise.all(digests)));
  expect(strFromU8(files['icon.png']!.slice(1, 4), true)).toBe('PNG');
  const pass = JSON.parse(strFromU8(files['pass.json']!)) as Record<string, unknown>;
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.test.vouch',
    teamIdentifier: 'TESTTEAM01',
    serialNumber: `${request.id}-2`,
    relevantDate: event.start_at.toISOString().replace(/\.\d+/, ''),
    eventTicket: {
      primaryFields: [{ value: event.title }],
      secondaryFields: [{ key: 'venue' }, { value: '2 of 2' }],
      auxiliaryFields: [{ label: 'Doors', value: longDate(event.start_at.toISOString()) }],
      backFields: [{ value: `${env.SITE_URL}/pass/${request.id}` }, { key: 'how' }, { key: 'address' }],
    },
  });
  expect(Object.keys(pass).filter((name) => /barcode|nfc/i.test(name))).toEqual([]);
  const [cms, content] = [Uint8Array.from(signature!), Uint8Array.from(manifest!)];
  const trusted = pemBytes('TEST_WWDR_CERTIFICATE', TEST_WWDR_CERTIFICATE);
  expect(await verifyCms({ cms, content, trusted })).toBe(true);
  expect(await verifyCms({ cms, content: content.with(9, content[9]! ^ 1), trusted })).toBe(false);
  const inSignature = cms.length - 5;
  expect(await verifyCms({ cms: cms.with(inSignature, cms[inSignature]! ^ 1), content, trusted })).toBe(false);
  expect(readCms(cms).certificates.length).toBe(2);
});

async function claimsOf(answer: Response) {
  const { url } = await answer.json<{ url: string }>();
  const [, token] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/([\w.-]+)$/.exec(url)!;
  const key = await importSPKI(TEST_GOOGLE_PUBLIC_KEY, 'RS256');
  const { payload } = await jwtVerify(token!, key, {
    audience: 'google',
    issuer: GOOGLE.GOOGLE_WALLET_ACCOUNT,
    algorithms: ['RS256'],
  });
  return { length: token!.length, claims: payload };
}

test('a buyer gets a signed link for Google Wallet, in which long names are shortened', async () => {
  const { event, request, buyer } = await paid();
  const { answer, cost } = await askFor('google', request.id, buyer);
  expect([answer.status, answer.headers.get('Cache-Control'), cost.round_trips]).toEqual([200, 'no-store', 2]);
  const { claims } = await claimsOf(answer);
  const classId = `3388000000000000000.${event.id}`;
  expect(claims).toMatchObject({
    typ: 'savetowallet',
    origins: [env.SITE_URL],
    payload: {
      eventTicketClasses: [
        {
          id: classId,
          eventName: { defaultValue: { value: event.title } },
          dateTime: { start: `${newYorkWallClock(event.start_at)}:00` },
        },
      ],
      eventTicketObjects: [
        {
          id: `3388000000000000000.${request.id}-1`,
          classId,
          ticketType: { defaultValue: { value: 'Ticket 1 of 1' } },
          linksModuleData: { uris: [{ uri: `${env.SITE_URL}/pass/${request.id}` }] },
        },
      ],
    },
  });
  expect(JSON.stringify(claims)).not.toMatch(/barcode/i);
  await changeEvent(event.id, { title: '🎉'.repeat(100) });
  const long_names = { name: 'É'.repeat(200), address: 'Ü'.repeat(200) };
  await db.update(venues).set(long_names).where(eq(venues.id, event.venue_id));
  const long = await claimsOf((await askFor('google', request.id, buyer)).answer);
  expect(long.length).toBeLessThanOrEqual(1800);
  expect(JSON.stringify(long.claims)).toContain(`"value":"${'🎉'.repeat(22)}"`);
});

test('a wallet is off while its settings are missing', async () => {
  const { request, buyer } = await paid();
  const { device_key } = await aPhone();
  const wallets = async () =>
    ((await askForPasses(request.id, { ...buyer, device_key })) as unknown as { wallets: object }).wallets;
  expect(await wallets()).toEqual({ apple: true, google: true });
  for (const [wallet, settings] of [
    ['apple', APPLE],
    ['google', GOOGLE],
  ] as const) {
    const none = Object.fromEntries(Object.keys(settings).map((name) => [name, '']));
    Object.assign(env, APPLE, GOOGLE, none);
    expect(await wallets()).toEqual({ apple: true, google: true, [wallet]: false });
    expect((await askFor(wallet, request.id, buyer)).status).toBe(404);
  }
  Object.assign(env, OFF);
  expect(await wallets()).toEqual({ apple: false, google: false });
  expect(await refusedFor(request.id, buyer)).toEqual(both(404, 'request.not_found'));
});

test('only the buyer of a paid ticket can add it to a wallet', async () => {
  const { request, buyer, owner } = await paid(2);
  for (const who of [owner, await signedInAs('user'), await signedInAs('admin')]) {
    expect(await refusedFor(request.id, who)).toEqual(both(404, 'tickets.request_not_found'));
  }
  expect(await refusedFor(request.id, { headers: {} })).toEqual(both(401, 'request.signed_out'));
  expect(await refusedFor(request.id, { ...buyer, search: '?ticket=3' })).toEqual(
    both(404, 'tickets.request_not_found'),
  );
  expect(await refusedFor(request.id, { ...buyer, search: '?ticket=0' })).toEqual(both(422, 'request.invalid'));
  for (const status of ['awaiting', 'authorized'] as const) {
    const pending = await requestWithPayment({ payment: { status } });
    expect(await refusedFor(pending.request.id, pending.buyer)).toEqual(both(409, 'payments.not_paid'));
  }
});

test('a ticket without a valid pass for the door cannot be added to a wallet', async () => {
  const { event, request, buyer } = await paid();
  await launch('handover', false);
  expect(await refusedFor(request.id, buyer)).toEqual(both(403, 'launch.off'));
  await launch('handover', true);
  await changeHandover(request.id, { status: 'failed', ended_at: new Date(), ended_by: 'time' });
  expect(await refusedFor(request.id, buyer)).toEqual(both(409, 'door.pass_void'));
  const other = await paidTickets(event, { buyer });
  await addRefund({ request_id: other.request.id, status: 'due' });
  expect(await refusedFor(other.request.id, buyer)).toEqual(both(409, 'door.pass_void'));
  const past = { start_at: fromNow(-48 * 3_600_000), end_at: fromNow(-44 * 3_600_000) };
  const third = await paidTickets({ ...event, ...past }, { buyer });
  await changeEvent(event.id, past);
  expect(await refusedFor(third.request.id, buyer)).toEqual(both(409, 'tickets.event_over'));
});
