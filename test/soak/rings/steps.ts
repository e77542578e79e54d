import { askAs, codeHash, once, payFor, payOut, personOf, upload } from './asking.ts';
import { EDITS } from './event-steps.ts';
import { FACE_CENTS, isHonest, isOfTheRing, type Name, type Ringer, rows, signIn, type World } from './world.ts';
import { ask, type Asked } from './serve.ts';
import { type Until, wait } from './waiting.ts';

export type Edit = keyof typeof EDITS;
export const PROBLEMS = ['not_delivered', 'did_not_work', 'event_cancelled', 'not_as_described'] as const;
export const PRICES = { low: 0.9, face: 1, third: 1.35, top: Number.POSITIVE_INFINITY } as const;

/** One step of a history. What it acts on is found when it runs; a step without anything to act on does nothing. */
export type Step =
  | { do: 'list'; who: Name; kind: 'file' | 'transfer'; price: keyof typeof PRICES; count: number; at_once: boolean; good: boolean }
  | { do: 'buy'; who: Name; count: number; pays: boolean }
  | { do: 'buy as a group'; who: Name; count: number; paid: number }
  | { do: 'not at once any more'; who: Name }
  | { do: 'accept' | 'decline' | 'reply' | 'payout' | 'withdraw' | 'open' | 'received' | 'chargeback' | 'give up'; who: Name }
  | { do: 'send'; who: Name; good: boolean }
  | { do: 'complain'; who: Name; kind: (typeof PROBLEMS)[number] }
  | { do: 'edit'; who: Name; what: Edit }
  | { do: 'cancel night' | 'restore night'; who: Name }
  | { do: 'delete account' | 'return'; who: Ringer }
  | { do: 'wait in line'; who: Name }
  | { do: 'ghosts'; count: number }
  | { do: 'wait'; until: Until };

type Take<K extends Step['do']> = (world: World, step: Extract<Step, { do: K }>) => Promise<unknown>;

async function list(world: World, { who, kind, price, count, at_once, good }: Extract<Step, { do: 'list' }>): Promise<void> {
  const [event] = rows<{ ticket_price_cents: number; price_max_pct: number }>(world, 'SELECT * FROM events WHERE id = ?', world.event_id);
  const most = Math.floor((event.ticket_price_cents * (100 + event.price_max_pct)) / 100);
  const ask_price = Math.min(Math.round(FACE_CENTS * PRICES[price]), most) / 100;
  const offer = { event_id: world.event_id, ask_price, kind, is_instant: at_once };
  const files = kind === 'file' ? await Promise.all(Array.from({ length: count }, () => upload(world, who, 'ticket'))) : [];
  const tickets = files.map((file_id) => ({ file_id, code_hash: codeHash(file_id), code_format: 'qr' }));
  const json = kind === 'file' ? { ...offer, tickets } : { ...offer, quantity: count };
  const { status, body } = await askAs(world, who, '/api/listings', { json, headers: once() });
  if (status === 201 && good) world.good.add(String(body['id']));
}

/** Asks for tickets and authorises the card. Refused for an honest person while ghosts hold the tickets: that is a wrong. */
async function buy(world: World, { who, count, pays }: Extract<Step, { do: 'buy' }>): Promise<void> {
  const json = { event_id: world.event_id, quantity: count };
  const { status, body } = await askAs(world, who, '/api/ticket-requests', { json, headers: once() });
  if (status === 201) return pays ? payFor(world, String(body['id']), who) : undefined;
  if (isHonest(who) && heldByGhosts(world) >= count)
    world.wrongs.add(`${who} was kept from buying: tickets were held for addresses that nobody has proven`);
}

/** Asks for places of one or more sellers, and authorises the first so many cards. */
async function buyAsGroup(world: World, { who, count, paid }: Extract<Step, { do: 'buy as a group' }>): Promise<void> {
  const json = { event_id: world.event_id, places: count };
  const { body } = await askAs(world, who, '/api/groups', { json, headers: once() });
  const requests = (body['requests'] ?? []) as { id: string }[];
  for (const { id } of requests.slice(0, paid)) await payFor(world, id, who);
}

/** How many tickets are put aside for addresses that nobody has proven. */
function heldByGhosts(world: World): number {
  const held = rows<{ email: string; quantity: number }>(
    world,
    "SELECT entry.email, offer.quantity FROM waitlist_offers offer JOIN waitlist entry ON entry.id = offer.entry_id WHERE offer.status = 'open'",
  );
  return held.filter(({ email }) => world.ghosts.has(email)).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The newest request of somebody with a condition, as one of its sides. */
export function requestOf(world: World, who: Name, side: 'buyer' | 'seller', where: string): string | undefined {
  const [found] = rows<{ id: string }>(
    world,
    `SELECT request.id FROM ticket_requests request LEFT JOIN payments payment ON payment.request_id = request.id
      LEFT JOIN handovers handover ON handover.request_id = request.id WHERE request.event_id = 'night' AND request.${side}_id = ? AND ${where} ORDER BY request.rowid DESC`,
    personOf(world, who).id,
  );
  return found?.id;
}

const onRequest =
  (side: 'buyer' | 'seller', where: string, path: string, json?: object) =>
  async (world: World, { who }: { who: Name }): Promise<Asked | undefined> => {
    const id = requestOf(world, who, side, where);
    return id ? askAs(world, who, `/api/ticket-requests/${id}/${path}`, { method: 'POST', ...(json ? { json } : {}) }) : undefined;
  };

async function sendTickets(world: World, { who, good }: Extract<Step, { do: 'send' }>): Promise<void> {
  const id = requestOf(world, who, 'seller', "handover.status = 'due'");
  if (!id) return;
  const proof_file_id = await upload(world, who, 'proof');
  const { status } = await askAs(world, who, `/api/ticket-requests/${id}/delivered`, { json: { proof_file_id } });
  if (status === 200 && good) world.given.add(id);
}

async function openTickets(world: World, { who }: { who: Name }): Promise<void> {
  const id = requestOf(world, who, 'buyer', "payment.status = 'captured'");
  if (!id) return;
  const { body } = await askAs(world, who, `/api/ticket-requests/${id}/tickets`);
  const tickets = (body['tickets'] ?? []) as { id: string }[];
  for (const ticket of tickets) await askAs(world, who, `/api/tickets/${ticket.id}/file`);
}

async function withdraw(world: World, { who }: { who: Name }): Promise<void> {
  const [own] = rows<{ id: string }>(world, "SELECT id FROM listings WHERE seller_id = ? AND status = 'active'", personOf(world, who).id);
  if (own) await askAs(world, who, `/api/listings/${own.id}/withdraw`, { method: 'POST' });
}

/** Somebody's bank takes back what was paid to another account of the ring, and decides for its customer. */
async function chargeback(world: World, { who }: { who: Name }): Promise<void> {
  const id = requestOf(world, who, 'buyer', "payment.status = 'captured' AND payment.charge_id IS NOT NULL");
  if (!id) return;
  const [sale] = rows<{ charge_id: string; seller_id: string }>(
    world,
    'SELECT charge_id, seller_id FROM payments JOIN ticket_requests ON id = request_id WHERE request_id = ?',
    id,
  );
  const isNew = ![...world.fake.state().disputes.values()].some(({ charge }) => charge === sale.charge_id);
  if (!isOfTheRing(world.owners.get(sale.seller_id)) || !isNew) return;
  const charge = world.fake.state().charges.get(sale.charge_id)!;
  if (charge.amount_refunded >= charge.amount_captured) return;
  const { id: dispute } = world.fake.act.dispute(charge.id);
  await world.fake.pump();
  world.fake.act.closeDispute(dispute, 'lost');
  await world.fake.pump();
}

const version = (world: World) =>
  new Date(rows<{ updated_at: number }>(world, 'SELECT updated_at FROM events WHERE id = ?', world.event_id)[0].updated_at).toISOString();

const onEvent =
  (path: string, method: string) =>
  (world: World, { who, json = {} }: { who: Name; json?: object }): Promise<Asked> =>
    askAs(world, who, `/api/admin/events/${world.event_id}${path}`, { method, json: { ...json, updated_at: version(world) } });

const service = (world: World) => ({ Authorization: `Bearer ${world.env.AUTH_SERVICE_KEY_JWT}` });

async function deleteAccount(world: World, { who }: { who: Ringer }): Promise<void> {
  const person = personOf(world, who);
  if (person.isGone) return;
  const { status } = await ask(world.env, `/auth/v1/admin/users/${person.id}`, { method: 'DELETE', headers: service(world), json: {} });
  person.isGone = status === 200;
}

async function returnAs(world: World, { who }: { who: Ringer }): Promise<void> {
  const person = personOf(world, who);
  if (!person.isGone) return;
  const json = { email: person.email, email_confirm: true };
  const { status, body } = await ask(world.env, '/auth/v1/admin/users', { headers: service(world), json });
  if (status >= 300) return;
  const id = String(body['id']);
  world.owners.set(id, who);
  world.people.set(who, { ...person, id, headers: await signIn(world.env, { id }), isGone: false });
}

const form = (name: string, email: string) => ({ name, email, phone: '617 555 0100', instagram: 'student', school: 'Boston University' });

async function ghosts(world: World, { count }: { count: number }): Promise<void> {
  for (let at = 0; at < count; at++) {
    const email = `nobody${world.ghosts.size}@invented.test`;
    world.ghosts.add(email);
    await ask(world.env, '/api/waitlist', { json: { event_id: world.event_id, places: 1, ...form('Nobody', email) } });
  }
}

const waitInLine: Take<'wait in line'> = (world, { who }) =>
  askAs(world, who, '/api/waitlist', { json: { event_id: world.event_id, places: 1, ...form(who, personOf(world, who).email) } });

const TAKEN: { [K in Step['do']]: Take<K> } = {
  list,
  buy,
  accept: onRequest('seller', "request.status = 'pending' AND payment.status = 'authorized'", 'accept'),
  decline: onRequest('seller', "request.status = 'pending' AND payment.status = 'authorized'", 'decline'),
  'buy as a group': buyAsGroup,
  'not at once any more': async (world, { who }) => {
    const [own] = rows<{ id: string }>(world, "SELECT id FROM listings WHERE seller_id = ? AND status = 'active'", personOf(world, who).id);
    if (own) await askAs(world, who, `/api/listings/${own.id}`, { method: 'PATCH', json: { is_instant: false } });
  },
  'give up': onRequest('buyer', "request.status = 'pending'", 'cancel'),
  send: sendTickets,
  open: openTickets,
  received: onRequest('buyer', "handover.status IN ('due', 'delivered')", 'received'),
  complain: (world, { who, kind }) =>
    onRequest('buyer', "handover.status IN ('due', 'delivered')", 'problem', { kind, text: 'No.' })(world, { who }),
  reply: onRequest('seller', "handover.status = 'problem'", 'problem/answer', { text: 'The ticket is good.' }),
  payout: payOut,
  withdraw,
  chargeback,
  edit: (world, { who, what }) => onEvent('', 'PATCH')(world, { who, json: EDITS[what](world) }),
  'cancel night': onEvent('/cancel', 'POST'),
  'restore night': onEvent('/restore', 'POST'),
  'delete account': deleteAccount,
  return: returnAs,
  'wait in line': waitInLine,
  ghosts,
  wait: (world, { until }) => wait(world, until),
};

/** Takes one step. A refusal of the API is an answer like any other. */
export async function take(world: World, step: Step): Promise<void> {
  if ('who' in step && personOf(world, step.who).isGone && step.do !== 'return') return;
  await (TAKEN[step.do] as (world: World, step: Step) => Promise<unknown>)(world, step);
}
