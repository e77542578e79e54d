import { askAs, codeHash, once, payFor, personOf, requestOf, upload } from './asking.ts';
import { clock } from './edge.ts';
import { heldByGhosts, listingPath } from './line-steps.ts';
import type { Asked } from './serve.ts';
import { DAY_MS, FACE_CENTS, rows, type World } from './world.ts';
import { isHonest, isOfTheRing, type Name } from './names.ts';

export const PROBLEMS = ['not_delivered', 'did_not_work', 'event_cancelled', 'not_as_described'] as const;
/** Ask prices as a share of the face value. `top` is the highest allowed price. */
export const PRICES = { low: 0.9, face: 1, third: 1.35, top: Number.POSITIVE_INFINITY } as const;
export const NEW_PRICES = { low: 0.9, face: 1, 'eleven times the face value': 11 } as const;
/** How long an honest person stays away without answering, in ms. */
const SILENT_MS = DAY_MS + 3_600_000;

type Who = { who: Name };
export interface Listed {
  who: Name;
  kind: 'file' | 'transfer';
  price: keyof typeof PRICES;
  count: number;
  at_once: boolean;
  good: boolean;
  /** Whether the buyer can open the tickets right after the payment. */
  early?: boolean;
  /** The seller lists through the search link of this person, or in the usual way if the person has no link. */
  through?: Name;
}

export async function list(
  world: World,
  { who, kind, price, count, at_once, good, early = false, through }: Listed,
): Promise<Asked> {
  const [event] = rows<{ face: number | null; pct: number }>(
    world,
    'SELECT ticket_price_cents AS face, price_max_pct AS pct FROM events WHERE id = ?',
    world.event_id,
  );
  const face = event?.face ?? FACE_CENTS;
  const most = Math.floor((face * (100 + (event?.pct ?? 0))) / 100);
  const ask_price = Math.min(Math.round(FACE_CENTS * PRICES[price]), most) / 100;
  const common = { event_id: world.event_id, ask_price, kind, is_instant: at_once };
  const uploads = Array.from({ length: kind === 'file' ? count : 0 }, () => upload(world, who, 'ticket'));
  const files = await Promise.all(uploads);
  const tickets = files.map((file_id) => ({ file_id, code_hash: codeHash(file_id), code_format: 'qr' }));
  const json = kind === 'file' ? { ...common, tickets, shows_at_once: early } : { ...common, quantity: count };
  const listed = await askAs(world, who, listingPath(world, through), { json, headers: once() });
  if (listed.status !== 201) return listed;
  const id = String(listed.body['id']);
  world.most.set(id, 2 * (event?.face ?? 0));
  if (good) world.good.add(id);
  return listed;
}

/**
 * Buys tickets. Tickets that are held for unproven addresses must not keep an honest person from buying. If they do,
 * this is recorded in `world.wrongs`.
 */
export async function buy(world: World, { who, count, pays }: Who & { count: number; pays: boolean }): Promise<Asked> {
  const json = { event_id: world.event_id, quantity: count };
  const asked = await askAs(world, who, '/api/ticket-requests', { json, headers: once() });
  if (asked.status === 201 && pays) await payFor(world, String(asked.body['id']), who);
  if (asked.status !== 201 && isHonest(who) && heldByGhosts(world) >= count)
    world.wrongs.add(`${who} was kept from buying: tickets were held for addresses that nobody has proven`);
  return asked;
}

export async function payLate(world: World, { who }: Who): Promise<boolean> {
  const id = requestOf(world, who, 'buyer', "request.status = 'pending' AND payment.status = 'awaiting'");
  return id !== undefined && payFor(world, id, who);
}

export async function buyAsGroup(
  world: World,
  { who, count, paid }: Who & { count: number; paid: number },
): Promise<Asked> {
  const json = { event_id: world.event_id, places: count };
  const asked = await askAs(world, who, '/api/groups', { json, headers: once() });
  const requests = (asked.body['requests'] ?? []) as { id: string }[];
  for (const { id } of requests.slice(0, paid)) await payFor(world, id, who);
  return asked;
}

export const onRequest =
  (side: 'buyer' | 'seller', where: string, path: string, json?: object) =>
  async (world: World, { who }: Who): Promise<Asked | undefined> => {
    const id = requestOf(world, who, side, where);
    return id
      ? askAs(world, who, `/api/ticket-requests/${id}/${path}`, { method: 'POST', ...(json ? { json } : {}) })
      : undefined;
  };

export const complain = (world: World, { who, kind }: Who & { kind: (typeof PROBLEMS)[number] }) =>
  onRequest('buyer', "handover.status IN ('due', 'delivered')", 'problem', { kind, text: 'No.' })(world, { who });

export async function sendTickets(world: World, { who, good }: Who & { good: boolean }): Promise<Asked | undefined> {
  const id = requestOf(world, who, 'seller', "handover.status = 'due'");
  if (!id) return undefined;
  const proof_file_id = await upload(world, who, 'proof');
  const sent = await askAs(world, who, `/api/ticket-requests/${id}/delivered`, { json: { proof_file_id } });
  if (sent.status === 200 && good) world.given.add(id);
  return sent;
}

export const onListing =
  <T extends Who>(path: string, method: string, change?: (step: T) => object) =>
  async (world: World, step: T): Promise<Asked | undefined> => {
    const query = "SELECT id FROM listings WHERE seller_id = ? AND status = 'active'";
    const [own] = rows<{ id: string }>(world, query, personOf(world, step.who).id);
    if (!own) return undefined;
    const json = change ? { json: change(step) } : {};
    return askAs(world, step.who, `/api/listings/${own.id}${path}`, { method, ...json });
  };

export const newPrice = ({ price }: { price: keyof typeof NEW_PRICES }) => ({
  ask_price: (FACE_CENTS * NEW_PRICES[price]) / 100,
});

/** A buyer of the ring disputes a payment to another account of the ring, and the bank decides for the buyer. */
export async function chargeback(world: World, { who }: Who): Promise<boolean> {
  const id = requestOf(world, who, 'buyer', "payment.status = 'captured' AND payment.charge_id IS NOT NULL");
  if (!id) return false;
  // The same charge can also have paid for replacement tickets. Their sellers must be in the ring, too.
  const sales = rows<{ charge_id: string | null; seller_id: string }>(
    world,
    'SELECT charge_id, seller_id FROM payments JOIN ticket_requests ON id = request_id WHERE ?1 IN (request_id, paid_from)',
    id,
  );
  if (!sales.every(({ seller_id }) => isOfTheRing(world.owners.get(seller_id)))) return false;
  const charge = world.fake.state().charges.get(sales.flatMap(({ charge_id }) => charge_id ?? [])[0])!;
  const isKnown = [...world.fake.state().disputes.values()].some((dispute) => dispute.charge === charge.id);
  if (isKnown || charge.amount_refunded >= charge.amount_captured) return false;
  const { id: dispute } = world.fake.act.dispute(charge.id);
  await world.fake.pump();
  world.fake.act.closeDispute(dispute, 'lost');
  await world.fake.pump();
  return true;
}

export async function fallSilent(world: World, { who }: Who): Promise<boolean> {
  world.silences.push({ who, from: clock.ms, until: clock.ms + SILENT_MS });
  return true;
}
