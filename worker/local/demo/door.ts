import type { webcrypto } from 'node:crypto';
import { stepAt, writeCode } from '../../contract/door/pass-code.ts';
import { toHex } from '../../contract/text/bytes.ts';
import { MINUTE } from '../../contract/time/durations.ts';
import type { Role } from './accounts.ts';
import { call } from './client.ts';
import type { DemoEvent } from './events.ts';
import { list, pay, reaches, request, type Sale, type World } from './trade.ts';

const GUESTS = [
  ['A photographer', 1],
  ['The opening band', 4],
  ['A student radio host', 2],
  ['The poster’s designer', 2],
  ['A club president', 3],
  ['The film society', 6],
  ['A late guest', 1],
  ['A lost guest', 2],
] as const;
/** The first six groups in `GUESTS` have come, `GAP_MS` apart. The last two have not come. */
const COME = 6;
const GAP_MS = 5 * MINUTE;

/**
 * The buyers of tickets for tonight. The first buyer enters with a pass. The second buyer's ticket is scanned by name
 * twice.
 */
const BUYERS = ['student', 'friend', 'classmate'] as const satisfies Role[];

interface Scan {
  place: string;
  way: 'qr' | 'name';
  at: number;
  code?: string;
}

export async function fillDoor(world: World, event: DemoEvent): Promise<Sale[]> {
  const { servers, cast } = world;
  const desk = `/api/admin/events/${event.id}`;
  await call(servers, cast.organizer, { path: `${desk}/door-staff`, body: { email: cast.door.email } });
  const guests = GUESTS.map(([name, places]) => ({ name, places }));
  await call(servers, cast.organizer, { path: `${desk}/guests`, body: { guests } });
  const sales = await sellTonight(world, event);
  const pass = await showPass(world, sales[0]!);
  const door = await readList(world, event);
  const now = Date.now();
  const scans: Scan[] = [];
  for (const [at, [name, places]] of GUESTS.slice(0, COME).entries()) {
    const { place } = door.places.find((each) => each.name === name)!;
    // One person of the last group that came is still outside.
    const people = at === COME - 1 ? places - 1 : places;
    for (let seat = 0; seat < people; seat += 1)
      scans.push({ place, way: 'name', at: now - (COME - at) * GAP_MS + seat * 1000 });
  }
  const twice = { place: `ticket:${sales[1]!.id}:1`, way: 'name' as const };
  scans.push(
    { place: `ticket:${sales[0]!.id}:1`, way: 'qr', code: pass, at: now },
    { ...twice, at: now - 9 * MINUTE },
    { ...twice, at: now - 2 * MINUTE },
  );
  await send(world, { event, scans });
  return sales;
}

async function sellTonight(world: World, event: DemoEvent): Promise<Sale[]> {
  const sales: Sale[] = [];
  const types = BUYERS.map(() => 'application/pdf' as const);
  await list(world, { seller: 'seller', event, price: 40, kind: 'file', types, is_instant: true });
  for (const buyer of BUYERS) {
    const asked = await request(world, { buyer, event });
    await pay(world, buyer, asked);
    const sale = { id: asked.id, buyer, seller: 'seller' } as const;
    await reaches(world, sale, ({ status }) => status === 'captured');
    sales.push(sale);
  }
  return sales;
}

async function showPass({ servers, cast }: World, { id, buyer }: Sale): Promise<string> {
  const phone = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const device_key = toHex(new Uint8Array(await crypto.subtle.exportKey('raw', phone.publicKey)));
  const { passes } = await call<{ passes: { signed: string }[] }>(servers, cast[buyer], {
    path: `/api/ticket-requests/${id}/passes`,
    body: { device_key },
  });
  return writeCode({
    signed: passes[0]!.signed,
    step: stepAt(Date.now()),
    sign: async (data) => new Uint8Array(await crypto.subtle.sign('Ed25519', phone.privateKey, data)),
  });
}

async function readList({ servers, cast }: World, { slug }: DemoEvent) {
  const path = `/api/door/${slug}/list`;
  const { list: text } = await call<{ list: string }>(servers, cast.door, { method: 'GET', path });
  return JSON.parse(text) as { places: { place: string; name: string }[] };
}

const send = ({ servers, cast }: World, { event, scans }: { event: DemoEvent; scans: Scan[] }) =>
  call(servers, cast.door, {
    path: `/api/door/${event.slug}/scans`,
    body: {
      door: 'Front',
      scans: scans.map(({ at, code = null, ...scan }) => ({
        ...scan,
        code,
        nonce: crypto.randomUUID(),
        at: new Date(at).toISOString(),
        undone: false,
      })),
    },
  });
