import { ask, askOnce } from './ask.ts';
import type { Person } from './cast.ts';
import { refresh, signIn } from './signing-in.ts';
import { isOver, pause, pick, type World } from './world.ts';
import { move, write } from './writing.ts';

/** A person's pause between two acts, in ms. */
const THINK_MS = 1500;
const FACE_DOLLARS = 25;

type Act = (world: World, person: Person) => Promise<unknown>;

const BUYER: readonly [weight: number, act: Act][] = [
  [34, browse],
  [26, chat],
  [20, buy],
  [6, cancel],
  [6, joinWaitlist],
  [5, refresh],
  [3, signIn],
];

const SELLER: readonly [weight: number, act: Act][] = [
  [15, browse],
  [15, chat],
  [25, sell],
  [35, answerRequests],
  [3, withdraw],
  [4, refresh],
  [3, signIn],
];

export async function live(world: World, person: Person): Promise<void> {
  await pause(world, THINK_MS);
  if (!(await signIn(world, person))) return;
  if (person.is_seller) await sell(world, person);
  while (!isOver(world)) {
    if (!person.session && !(await signIn(world, person))) return;
    const acts = person.is_seller ? SELLER : BUYER;
    await chosen(world, acts)(world, person);
    await pause(world, THINK_MS);
  }
}

function chosen({ random }: World, acts: readonly [number, Act][]): Act {
  let at = random() * acts.reduce((sum, [weight]) => sum + weight, 0);
  return acts.find(([weight]) => (at -= weight) < 0)?.[1] ?? acts[0]![1];
}

async function browse(world: World, person: Person): Promise<void> {
  const { slug, id } = pick(world, world.cast.events);
  const ofEvent = ['', '/listings', '/messages'].map((part) => `/api/events/${slug}${part}`);
  const paths = ['/', '/events', '/api/home', '/api/events?limit=50', `/events/${slug}`, `/api/my/events/${id}`];
  await askOnce(world, person, { path: pick(world, [...paths, ...ofEvent, '/api/me']) });
}

async function chat(world: World, person: Person): Promise<void> {
  const key = crypto.randomUUID();
  const { slug } = pick(world, world.cast.events);
  const body = { body: `Says ${key}`, client_id: key };
  await write(world, person, { kind: 'message', key, path: `/api/events/${slug}/messages`, body });
}

async function buy(world: World, person: Person): Promise<void> {
  const key = crypto.randomUUID();
  const body = { event_id: pick(world, world.cast.events).id, quantity: world.random() < 0.7 ? 1 : 2 };
  const keyed = { key, headers: { 'Idempotency-Key': key } };
  const answer = await write(world, person, { kind: 'request', path: '/api/ticket-requests', ...keyed, body });
  if (answer?.status !== 201 || world.random() < 0.1) return;
  await pay(world, person, String(answer.body['id']));
}

async function pay(world: World, person: Person, id: string): Promise<void> {
  for (let looks = 0; looks < 5 && !isOver(world); looks += 1) {
    const answer = await ask(world, person, { path: `/api/payments/${id}` });
    const { status, pay_url } = (answer?.body['payment'] ?? {}) as { status?: string; pay_url?: string | null };
    if (status !== 'awaiting') return;
    if (pay_url) {
      payAt(world, pay_url.split('/').at(-1)!);
      await ask(world, person, { path: `/api/payments/${id}` });
      return;
    }
    await pause(world, THINK_MS);
  }
}

function payAt({ outside, random }: World, session: string): void {
  try {
    outside.provider.act.pay(session, { card: random() < 0.9 ? 'ok' : 'declined' });
  } catch {
    // The checkout has ended.
  }
}

async function cancel(world: World, person: Person): Promise<void> {
  const [request] = await requestsOf(world, person, 'buyer');
  if (request) await move(world, person, { move: 'cancel', id: request });
}

async function joinWaitlist(world: World, person: Person): Promise<void> {
  const { id: event_id } = pick(world, world.cast.events);
  const key = `${event_id} ${person.email}`;
  if (world.history.writes.has(`waitlist ${key}`)) return;
  const form = { name: 'A student', phone: '617 555 0100', instagram: 'a.student', school: 'Boston University' };
  const body = { event_id, email: person.email, ...form };
  await write(world, person, { kind: 'waitlist', key, path: '/api/waitlist', body });
}

async function sell(world: World, person: Person): Promise<void> {
  const key = crypto.randomUUID();
  const body = {
    event_id: pick(world, world.cast.events).id,
    quantity: 2 + Math.floor(world.random() * 5),
    ask_price: FACE_DOLLARS + Math.floor(world.random() * 10),
    is_instant: world.random() < 0.3,
  };
  const keyed = { key, headers: { 'Idempotency-Key': key } };
  await write(world, person, { kind: 'listing', path: '/api/listings', ...keyed, body });
}

async function answerRequests(world: World, person: Person): Promise<void> {
  for (const id of await requestsOf(world, person, 'seller')) {
    if (isOver(world)) return;
    await move(world, person, { move: world.random() < 0.8 ? 'accept' : 'decline', id });
  }
}

async function withdraw(world: World, person: Person): Promise<void> {
  const answer = await ask(world, person, { path: '/api/my/listings' });
  const listings = (answer?.body['listings'] ?? []) as { id: string; status: string }[];
  const active = listings.find(({ status }) => status === 'active');
  if (active) await move(world, person, { move: 'withdraw', id: active.id });
}

async function requestsOf(world: World, person: Person, role: 'buyer' | 'seller'): Promise<string[]> {
  const answer = await ask(world, person, { path: '/api/my/ticket-requests' });
  const requests = (answer?.body['ticket_requests'] ?? []) as { id: string; role: string; status: string }[];
  return requests.filter((request) => request.role === role && request.status === 'pending').map(({ id }) => id);
}
