import { broken, rows } from './promises.ts';
import type { Limit, World } from './world.ts';

const HOUR_MS = 3_600_000;

/** The most that the person's kept card may pay for a ticket now, in cents. 0 without a card. */
export function limitNow({ database }: World, { user_id, event_id }: Pick<Limit, 'user_id' | 'event_id'>): number {
  const query = `SELECT coalesce(max(w.most_cents), 0) AS most FROM waitlist w JOIN kept_cards c
    ON c.wanted_id = w.wanted_id WHERE w.applicant_id = ? AND w.event_id = ? AND c.status <> 'ended'`;
  return Number(database.prepare(query).get(user_id, event_id)!['most']);
}

const PAYS = `EXISTS (SELECT 1 FROM ticket_requests r JOIN payments p ON p.request_id = r.id
  WHERE r.buyer_id = c.user_id AND r.event_id = c.event_id AND p.status IN ('awaiting', 'authorized'))`;

/** SQL condition: the request `r` was made with a kept card while the card's owner was away. */
export const FOR_AN_ABSENT = "r.idempotency_key LIKE 'kept:%'";

const news = (kinds: string) =>
  `EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = r.buyer_id AND n.cause IN (${kinds}))`;
const cause = (kind: string) => `'request:' || r.id || ':${kind}'`;

/** People must always hear of tickets that were taken for them. Returns the promises about this that are broken. */
export function untold(world: World): string[] {
  const taken = rows(
    world,
    `SELECT r.id FROM ticket_requests r JOIN payments p ON p.request_id = r.id WHERE ${FOR_AN_ABSENT}
      AND p.authorized_at IS NOT NULL AND p.session_id IS NULL AND NOT ${news(cause('taken'))}`,
  );
  const left = rows(
    world,
    `SELECT r.id FROM ticket_requests r JOIN payments p ON p.request_id = r.id WHERE ${FOR_AN_ABSENT}
      AND r.status = 'pending' AND p.session_id IS NOT NULL
      AND NOT ${news(`${cause('refused')}, ${cause('failed')}, ${cause('held')}`)}`,
  );
  return [
    ...broken('a person who gets tickets while they are away hears of it', taken),
    ...broken('a person is told of held tickets that the person still has to pay for', left),
  ];
}

/** Checks what must be true of kept cards after a complete cron run without faults. Returns the broken promises. */
export function cardsOverdue(world: World): string[] {
  const asked = "SELECT id, session_id FROM kept_cards WHERE status = 'asked' AND created_at <= ?";
  const pages = rows(world, asked, world.clock.ms - 2 * HOUR_MS);
  const ended = rows(world, `SELECT c.id, c.status FROM kept_cards c WHERE c.status = 'ended' AND NOT ${PAYS}`);
  const kept = world.database.prepare('SELECT customer_id AS id FROM kept_cards').all();
  const known = new Set(kept.map(({ id }) => id));
  const customers = customersOf(world).filter((id) => !known.has(id));
  return [
    ...broken('no page on which a person can give a card stays open for more than two hours', pages),
    ...broken('a kept card that is `ended` is deleted, unless its owner has an open payment', ended),
    ...broken('the database knows every customer that the provider has', customers),
  ];
}

const customersOf = ({ fake }: World) =>
  [...fake.state().customers.values()].filter(({ deleted }) => !deleted).map(({ id }) => id);

/** Checks what must be true of kept cards when nothing is due anymore. Returns the broken promises. */
export const keptCardsBroken = (world: World): string[] => [
  ...broken('no card is kept after the search for tickets has ended', rows(world, 'SELECT id, status FROM kept_cards')),
  ...broken('the provider keeps no customer after the search for tickets has ended', customersOf(world)),
  ...broken(
    'a kept card pays at most the price that its owner allowed, and nothing once the owner has withdrawn it',
    overcharged(world),
  ),
  ...broken('a kept card is authorized at most once for each request', askedTwice(world)),
];

/** The payment intents for which a kept card was authorized, each with the time of its charge in Unix seconds. */
const byKeptCards = ({ fake }: World) => {
  const { intents, charges } = fake.state();
  return [...intents.values()].flatMap(({ id, amount, customer, latest_charge, metadata }) => {
    const charge = charges.get(latest_charge ?? '');
    const request_id = metadata['request_id'] ?? '';
    return customer !== null && charge?.paid ? [{ id, amount, request_id, at_s: charge.created }] : [];
  });
};

function overcharged(world: World): string[] {
  const request = world.database.prepare('SELECT buyer_id, event_id, quantity FROM ticket_requests WHERE id = ?');
  return byKeptCards(world).flatMap(({ id, amount, request_id, at_s }) => {
    const { buyer_id, event_id, quantity } = request.get(request_id)!;
    const own = { user_id: String(buyer_id), event_id: String(event_id) };
    return amount <= Number(quantity) * limitAt(world, { ...own, at_s }) ? [] : [id];
  });
}

const second = ({ at_ms }: Limit) => Math.floor(at_ms / 1000);

/** The most a card could pay for a ticket, in cents: the highest limit at any moment of the Unix second `at_s`. */
function limitAt({ limits }: World, { user_id, event_id, at_s }: { user_id: string; event_id: string; at_s: number }) {
  const own = limits.filter((limit) => limit.user_id === user_id && limit.event_id === event_id);
  const before = own.findLast((limit) => second(limit) < at_s);
  const during = own.filter((limit) => second(limit) === at_s);
  return Math.max(0, ...[...(before ? [before] : []), ...during].map(({ most_cents }) => most_cents));
}

function askedTwice(world: World): string[] {
  const ids = byKeptCards(world).map(({ request_id }) => request_id);
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}
