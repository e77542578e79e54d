import { beforeEach, expect, test, vi } from 'vitest';
import type { DoorEntry, DoorList } from '../../../../worker/contract/door/judge-pass.ts';
import { toHex } from '../../../../worker/contract/text/bytes.ts';
import { makeApi } from '../../../api.ts';
import { openDoorBook } from './door-book.ts';

// jsdom has no IndexedDB. This map stands in for the phone's storage, which survives a restart.
const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../trade/pass/browser-store.ts', () => ({
  browserStore: (name: string) => ({
    read: async (key: string) => structuredClone(kept.get(`${name} ${key}`)),
    write: async (key: string, value: unknown) => void kept.set(`${name} ${key}`, structuredClone(value)),
  }),
}));

beforeEach(() => kept.clear());

const GUEST = { place: 'guest:g', name: 'Grace', places: 2, position: null, of: null, pass_id: null, void: null };

async function aServer({ start_at = new Date(Date.now() - 1000).toISOString() } = {}) {
  const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const public_key = toHex(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));
  const server = { isReachable: true, entries: [] as DoorEntry[], sent: [] as { nonce: string; undone: boolean }[] };
  const network: typeof fetch = async (input, init) => {
    if (!server.isReachable) throw new TypeError('No connection.');
    if (init?.method === 'POST') {
      const { door, scans } = JSON.parse(init.body as string) as { door: string; scans: DoorEntry[] };
      server.sent.push(...scans);
      const nonces = new Set(scans.map(({ nonce }) => nonce));
      const taken = scans.map(({ nonce, place, at, way, undone }) => ({
        nonce,
        place,
        at,
        way,
        undone,
        door,
        seat: undone ? null : 1,
      }));
      server.entries = [...server.entries.filter(({ nonce }) => !nonces.has(nonce)), ...taken];
      return Response.json({ outcomes: [], entries: taken, now: new Date() });
    }
    expect(new URL(input as string).pathname).toBe('/api/door/disco/list');
    const event = {
      id: 'e',
      title: 'Disco',
      venue_name: 'Room',
      start_at,
      end_at: null,
      is_cancelled: false,
    };
    const keys = [{ id: 'key', public_key }];
    const list: DoorList = {
      event,
      made_at: new Date().toISOString(),
      keys,
      places: [GUEST],
      void_passes: [],
      entries: server.entries,
    };
    const text = JSON.stringify(list);
    const signature = toHex(
      new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new Uint8Array(new TextEncoder().encode(text)))),
    );
    return Response.json({ list: text, key_id: 'key', signature });
  };
  return { server, api: makeApi('http://vouch.test', network) };
}

test('an offline door lets people in, remembers the entries after a restart, and sends them once it is online', async () => {
  const { server, api } = await aServer();
  await openDoorBook(api, 'disco').open();
  server.isReachable = false;
  const opened = openDoorBook(api, 'disco');
  await opened.open();
  expect(opened.state()).toMatchObject({ connection: 'offline', list: { places: [GUEST] } });
  expect(await opened.takeByName(GUEST, 2)).toMatchObject({ judged: { result: 'ok' } });
  expect(await opened.takeByName(GUEST, 1)).toMatchObject({ judged: { result: 'already_in' }, nonces: [] });

  const again = openDoorBook(api, 'disco');
  await again.open();
  expect(again.state().waiting).toHaveLength(2);
  expect(await again.takeByName(GUEST, 1)).toMatchObject({ judged: { result: 'already_in' } });
  server.isReachable = true;
  await again.sync();
  expect(again.state()).toMatchObject({ connection: 'online', waiting: [] });
  expect(server.entries).toHaveLength(2);
});

test('if an entry is undone before the door sends it, the server receives it as undone', async () => {
  const { server, api } = await aServer();
  const book = openDoorBook(api, 'disco');
  await book.open();
  server.isReachable = false;
  const { nonces } = await book.takeByName(GUEST, 2);
  await book.undo(nonces.slice(0, 1));
  expect((await book.takeByName(GUEST, 1)).judged).toMatchObject({ result: 'ok' });
  await book.sync();
  server.isReachable = true;
  await book.sync();
  expect(server.sent.map(({ undone }) => undone)).toEqual([false, true, false]);
  expect(book.state().entries.filter(({ undone }) => !undone)).toHaveLength(2);
});

test('in the half day before a night, a door lets people in only after a confirmation', async () => {
  const HOUR_MS = 3_600_000;
  const { server, api } = await aServer({ start_at: new Date(Date.now() + 5 * HOUR_MS).toISOString() });
  const book = openDoorBook(api, 'disco');
  await book.open();
  expect(await book.takeByName(GUEST, 2)).toEqual({ judged: null, nonces: [], held: 'early' });
  expect(book.state().entries).toEqual([]);
  book.allowEarly();
  expect(await book.takeByName(GUEST, 2)).toMatchObject({ judged: { result: 'ok' } });
  await book.sync();
  expect(server.entries).toHaveLength(2);

  const { api: tomorrow } = await aServer({ start_at: new Date(Date.now() + 13 * HOUR_MS).toISOString() });
  const closed = openDoorBook(tomorrow, 'disco');
  await closed.open();
  closed.allowEarly();
  expect(await closed.takeByName(GUEST, 2)).toEqual({ judged: null, nonces: [], held: 'closed' });
  expect(closed.state().entries).toEqual([]);
});

test('a door does not use a list that was altered on the phone', async () => {
  const { server, api } = await aServer();
  await openDoorBook(api, 'disco').open();
  const signed = kept.get('vouch-door-list disco') as { list: string };
  kept.set('vouch-door-list disco', { ...signed, list: signed.list.replace('"places":2', '"places":9') });
  server.isReachable = false;
  const book = openDoorBook(api, 'disco');
  await book.open();
  expect(book.state()).toMatchObject({ connection: 'offline', list: null });
});
