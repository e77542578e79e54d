import { createHash } from 'node:crypto';
import type { FileType, HandoverKind, CodeFormat } from '../../../drizzle/handover-vocabulary.ts';
import type { Cast, Role } from './accounts.ts';
import { call, post, type Servers, until } from './client.ts';
import type { DemoEvent } from './events.ts';
import { jpegOf } from './jpeg.ts';
import { drawCode, passOf, pdfOf } from './ticket-files.ts';

export interface World {
  servers: Servers;
  cast: Cast;
}

/** A listing to make. `price` is in dollars. If its kind is `file`, it has one ticket for each of `types`. */
export interface Listing {
  seller: Role;
  event: DemoEvent;
  price: number;
  quantity?: number;
  kind: HandoverKind;
  types?: readonly FileType[];
  is_instant?: boolean;
  mutuals_first?: boolean;
}

export interface Sale {
  id: string;
  buyer: Role;
  seller: Role;
}

interface Payment {
  status: string;
  pay_url: string | null;
  total: number;
  handover: { status: string } | null;
}

let codes = 0;

const FILES: Record<FileType, { format: CodeFormat; make: (format: CodeFormat, text: string) => Promise<Buffer> }> = {
  'application/pdf': { format: 'qr', make: async (format, text) => pdfOf([[await drawCode(format, text)]]) },
  'image/png': { format: 'aztec', make: async (format, text) => (await drawCode(format, text)).png },
  'image/jpeg': { format: 'code128', make: async (format, text) => jpegOf(await drawCode(format, text)) },
  'application/vnd.apple.pkpass': { format: 'pdf417', make: async (format, text) => passOf(format, text) },
};

export async function upload(
  { servers, cast }: World,
  owner: Role,
  { purpose, bytes }: { purpose: string; bytes: Buffer },
) {
  const path = `/api/ticket-files?purpose=${purpose}`;
  return (await call(servers, cast[owner], { path, body: new Uint8Array(bytes) })).id;
}

export async function picture(): Promise<Buffer> {
  codes += 1;
  return (await drawCode('qr', `PICTURE-${codes}`)).png;
}

async function uploadTicket(world: World, seller: Role, type: FileType) {
  codes += 1;
  const { format, make } = FILES[type];
  const text = `DEMO-TICKET-${codes}`;
  const file_id = await upload(world, seller, { purpose: 'ticket', bytes: await make(format, text) });
  return { file_id, code_hash: createHash('sha256').update(text).digest('hex'), code_format: format };
}

export async function list(world: World, { seller, event, price, quantity = 1, types = [], ...how }: Listing) {
  const tickets = await Promise.all(types.map((type) => uploadTicket(world, seller, type)));
  const stock = how.kind === 'file' ? { tickets } : { quantity };
  const body = { event_id: event.id, ask_price: price, ...how, ...stock };
  return call(world.servers, world.cast[seller], { path: '/api/listings', body });
}

export async function request(
  { servers, cast }: World,
  { buyer, event, quantity = 1 }: { buyer: Role; event: DemoEvent; quantity?: number },
): Promise<{ id: string; pay_url: string | null }> {
  const { id, payment } = await call<{ id: string; payment: { pay_url: string | null } }>(servers, cast[buyer], {
    path: '/api/ticket-requests',
    body: { event_id: event.id, quantity },
  });
  return { id, pay_url: payment.pay_url };
}

export async function pay(world: World, buyer: Role, asked: { id: string; pay_url: string | null }): Promise<void> {
  const { id } = asked;
  // The checkout opens later if the provider did not answer at once.
  const url = asked.pay_url ?? (await reaches(world, { id, buyer }, ({ pay_url }) => pay_url !== null)).pay_url!;
  await post(world.servers, new URL(url).pathname, { card: 'ok' });
  await reaches(world, { id, buyer }, ({ status }) => status !== 'awaiting');
}

/** Reads the payment until `isThere` holds. Each read also settles what is due. */
export function reaches(
  { servers, cast }: World,
  { id, buyer }: Pick<Sale, 'id' | 'buyer'>,
  isThere: (payment: Payment) => boolean,
): Promise<Payment> {
  return until(`the sale ${id} goes on`, async () => {
    const path = `/api/payments/${id}`;
    const { payment } = await call<{ payment: Payment }>(servers, cast[buyer], { method: 'GET', path });
    return isThere(payment) ? payment : undefined;
  });
}

interface Move {
  id: string;
  /** The part of the path after the request's id. */
  to: string;
  body?: object;
}

export const move = ({ servers, cast }: World, who: Role, { id, to, ...rest }: Move) =>
  call(servers, cast[who], { path: `/api/ticket-requests/${id}/${to}`, ...rest });

export async function intentOf({ servers }: World, id: string): Promise<string> {
  const page = await (await fetch(`${servers.provider}/control`)).text();
  const found = new RegExp(`<code>(pi_\\w+)</code> for request <code>${id}</code>`).exec(page);
  if (!found) throw new Error(`The control page does not show the payment of ${id}.`);
  return found[1]!;
}
