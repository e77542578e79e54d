import { clock } from './edge.ts';
import { askAs, upload } from './asking.ts';
import { takeOffer } from './line-steps.ts';
import { codeOf } from './ticket-steps.ts';
import { rows, type World } from './world.ts';
import { HONEST, isHonest, type Name } from './names.ts';

interface Sale {
  id: string;
  listing_id: string;
  buyer: Name;
  seller: Name;
  kind: 'file' | 'transfer';
  status: string;
  payment: string;
  handover: string | null;
  due_at: number | null;
  answered: number | null;
  reported_at: number | null;
  released_at: number | null;
  /** The start of the night that the buyer was promised. */
  starts_at: number;
  /** The end of the night that the buyer was promised. */
  ends_at: number;
}

const DAY_MS = 86_400_000;
/** The key of each honest buyer's phone, in hex. */
const PHONE = 'ab'.repeat(32);

export function salesOf(world: World): Sale[] {
  const found = rows<Sale & { buyer_id: string; seller_id: string }>(
    world,
    `SELECT request.id, request.listing_id, request.buyer_id, request.seller_id, listing.handover_kind AS kind,
      request.status,
      payment.status AS payment, handover.status AS handover, handover.due_at, problem.seller_answered_at AS answered,
      problem.created_at AS reported_at, payment.released_at, payment.promised_start_at AS starts_at,
        payment.promised_end_at AS ends_at
    FROM ticket_requests request JOIN listings listing ON listing.id = request.listing_id
    JOIN payments payment ON payment.request_id = request.id
      LEFT JOIN handovers handover ON handover.request_id = request.id
    LEFT JOIN problems problem ON problem.request_id = request.id AND problem.status = 'open'
    WHERE request.event_id = 'night' ORDER BY request.rowid`,
  );
  return found.map((row) =>
    Object.assign(row, { buyer: world.owners.get(row.buyer_id)!, seller: world.owners.get(row.seller_id)! }),
  );
}

/** Lets honest people do what is due, and lets staff decide problems for the side that is right. */
export async function beHonest(world: World): Promise<void> {
  for (const sale of salesOf(world)) {
    if (isHonest(sale.seller) && !isSilent(world, sale.seller)) await sell(world, sale);
    if (isHonest(sale.buyer)) {
      await use(world, sale);
      await showPass(world, sale);
    }
    await decide(world, sale);
  }
  for (const who of HONEST) await takeOffer(world, { who, pays: true });
}

const isSilent = (world: World, name: Name) =>
  world.silences.some(({ who, from, until }) => who === name && from <= clock.ms && clock.ms < until);

async function sell(world: World, { id, seller, status, payment, handover, answered, kind }: Sale): Promise<void> {
  const post = (path: string, json?: object) =>
    askAs(world, seller, `/api/ticket-requests/${id}/${path}`, { method: 'POST', ...(json ? { json } : {}) });
  if (status === 'pending' && payment === 'authorized') await post('accept');
  if (handover === 'due' && kind !== 'file') {
    const sent = await post('delivered', { proof_file_id: await upload(world, seller, 'proof') });
    if (sent.status === 200) world.given.add(id);
  }
  if (handover === 'problem' && answered === null)
    await post('problem/answer', { text: 'The ticket works. Its code was never used.' });
}

async function use(world: World, { id, buyer, listing_id, payment, handover, kind, due_at }: Sale): Promise<void> {
  if (payment !== 'captured' || (handover !== 'due' && handover !== 'delivered')) return;
  const say = (of: string) => {
    const json = { kind: of, text: 'I cannot get in with this.' };
    return askAs(world, buyer, `/api/ticket-requests/${id}/problem`, { json });
  };
  if (kind !== 'file') {
    if (!world.given.has(id) && (handover === 'delivered' || due_at! <= clock.ms)) await say('not_delivered');
    return;
  }
  const { body } = await askAs(world, buyer, `/api/ticket-requests/${id}/tickets`);
  if (body['may_open'] !== true) return;
  for (const { id: ticket } of body['tickets'] as { id: string }[]) {
    await askAs(world, buyer, `/api/tickets/${ticket}/file`);
    const code_hash = world.good.has(listing_id) ? codeOf(world, ticket) : null;
    await askAs(world, buyer, `/api/tickets/${ticket}/check`, { json: { code_hash } });
  }
  if (world.good.has(listing_id)) return;
  const { status } = await say('did_not_work');
  if (status !== 200) await say('not_as_described');
}

/** From the promised start of the night to its promised end, the buyer's pass must work. */
async function showPass(world: World, { id, buyer, payment, handover, starts_at, ends_at }: Sale): Promise<void> {
  if (payment !== 'captured' || (handover !== 'delivered' && handover !== 'received')) return;
  if (clock.ms < starts_at || clock.ms >= ends_at) return;
  const { body } = await askAs(world, buyer, `/api/ticket-requests/${id}/passes`, { json: { device_key: PHONE } });
  const { code } = (body['error'] ?? {}) as { code?: string };
  if (code === 'tickets.event_over') world.wrongs.add(`${buyer} was kept out before the end that was promised`);
  if (code === 'door.already_in')
    world.wrongs.add(`${buyer} was kept out because somebody at the door had marked the ticket by name`);
}

async function decide(world: World, sale: Sale): Promise<void> {
  if (sale.handover !== 'problem' || (sale.answered === null && clock.ms - sale.reported_at! < DAY_MS)) return;
  const isGood = world.good.has(sale.listing_id) && (sale.kind === 'file' || world.given.has(sale.id));
  const json = { to: isGood ? 'received' : 'failed', note: 'We asked the venue.' };
  // Above $200, a second admin must make the same decision.
  for (const who of ['admin', 'other admin'] as const)
    await askAs(world, who, `/api/admin/handovers/${sale.id}`, { json });
}
