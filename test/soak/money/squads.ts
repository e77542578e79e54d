import { USUAL_FEES } from '../../../worker/contract/trade/fees.ts';
import { planSquad } from '../../../worker/features/trade/squads/plan-squad.db.ts';
import { callOff, freePlace, joinSquad, lowerPlaces } from '../../../worker/features/trade/squads/squad-places.db.ts';
import { settleSquad } from '../../../worker/features/trade/squads/settle-squad.ts';
import { attempt, pick, some, someOf } from './choices.ts';
import { broken, type Promised, rows } from './promises.ts';
import type { World } from './world.ts';

const GATHERING = "SELECT * FROM squads WHERE status = 'gathering'";

export async function actInSquad(world: World): Promise<void> {
  const draw = world.random();
  if (draw < 0.12) return planOne(world);
  if (draw < 0.42) return joinOne(world);
  if (draw < 0.9) return payOne(world);
  return draw < 0.96 ? leaveOne(world) : changePlan(world);
}

const settleOne = ({ app: { env, provider }, ...world }: World, id: string) =>
  settleSquad(env, id, { now: world.now(), provider });

async function planOne(world: World): Promise<void> {
  const id = crypto.randomUUID();
  const made = await planSquad(world.app.db, {
    id,
    event_id: pick(world, world.events)!,
    user_id: pick(world, world.buyers)!,
    places: 2 + Math.floor(world.random() * 4),
    most_cents: 2500 + Math.floor(world.random() * 9000),
    fees: USUAL_FEES,
    path: `/squad/${id}`,
    now: world.now(),
  });
  await settleOne(world, made);
}

async function joinOne(world: World): Promise<void> {
  const squad = some(world, GATHERING);
  if (!squad) return;
  const id = String(squad['id']);
  await joinSquad(world.app.db, { id, user_id: pick(world, world.buyers)!, now: world.now() });
  await settleOne(world, id);
}

async function payOne(world: World): Promise<void> {
  const card = some(world, "SELECT * FROM squad_cards WHERE status = 'awaiting' AND session_id IS NOT NULL");
  if (!card) return;
  attempt(() => world.fake.act.pay(String(card['session_id']), { card: world.random() < 0.85 ? 'ok' : 'declined' }));
  if (world.random() < 0.7) await settleOne(world, String(card['squad_id']));
}

async function leaveOne(world: World): Promise<void> {
  const card = someOf(
    world,
    `SELECT c.* FROM squad_cards c JOIN squads s ON s.id = c.squad_id
      WHERE s.status = 'gathering' AND c.left_at IS NULL AND c.user_id <> s.captain_id`,
  );
  if (!card) return;
  const [id, user_id] = [String(card['squad_id']), String(card['user_id'])];
  await freePlace(world.app.db, { id, card_id: String(card['id']), user_id, now: world.now() });
  await settleOne(world, id);
}

async function changePlan(world: World): Promise<void> {
  const squad = some(world, GATHERING);
  if (!squad) return;
  const its = { id: String(squad['id']), user_id: String(squad['captain_id']), now: world.now() };
  const places = Number(squad['places']) - 1;
  if (places >= 2 && world.random() < 0.7) await lowerPlaces(world.app.db, { ...its, places });
  else await callOff(world.app.db, its);
  await settleOne(world, its.id);
}

export function moveEvent(world: World): void {
  const query = `UPDATE events SET start_at = start_at + 93600000, end_at = end_at + 93600000
    WHERE id = ? AND has_sales = 0 AND start_at > ?`;
  world.database.prepare(query).run(pick(world, world.events)!, world.clock.ms);
}

/** Query for half-in squads: one friend's ticket request ended without a sale, another friend's hand-over goes on. */
const HALF_IN = `SELECT s.id FROM squads s WHERE s.status = 'held'
  AND EXISTS (SELECT 1 FROM ticket_requests r WHERE r.group_id = s.id
    AND r.status IN ('declined', 'cancelled', 'expired'))
  AND EXISTS (SELECT 1 FROM ticket_requests r JOIN handovers h ON h.request_id = r.id
    WHERE r.group_id = s.id AND r.status = 'accepted' AND h.ended_at IS NULL)`;

/** Checks the promises that must hold after each complete run of the cron job. Returns those that are broken. */
export function squadsOverdue(world: World): string[] {
  const late = "SELECT id FROM squads WHERE status = 'gathering' AND pay_by <= ?";
  return [
    ...broken('a squad ends in time', rows(world, late, world.clock.ms)),
    ...broken('no squad is half in after a run of the cron job', rows(world, HALF_IN)),
  ];
}

export const SQUAD_PROMISES: readonly Promised[] = [
  ['every squad is over', "SELECT id FROM squads WHERE status = 'gathering'"],
  [
    'no card of a squad is still awaiting or authorized',
    "SELECT id, status, squad_id FROM squad_cards WHERE status IN ('awaiting', 'authorized')",
  ],
  [
    'a held squad has one ticket for each place, each bought by a different friend, for at most the agreed price',
    `SELECT s.id FROM squads s WHERE s.status = 'held' AND (s.places <> (SELECT count(DISTINCT r.buyer_id)
        FROM ticket_requests r WHERE r.group_id = s.id AND r.quantity = 1)
      OR s.places <> (SELECT count(*) FROM ticket_requests r WHERE r.group_id = s.id)
      OR EXISTS (SELECT 1 FROM ticket_requests r JOIN payments p ON p.request_id = r.id WHERE r.group_id = s.id
        AND (p.tickets_cents + p.buyer_fee_cents > s.most_cents OR r.buyer_id = r.seller_id)))`,
  ],
  [
    'if only some friends in a squad were charged, they have all their money back',
    `SELECT r.id, h.status, h.ended_by, p.taken_cents FROM squads s JOIN ticket_requests r ON r.group_id = s.id
      JOIN payments p ON p.request_id = r.id JOIN handovers h ON h.request_id = r.id
      WHERE r.status = 'accepted' AND EXISTS (SELECT 1 FROM ticket_requests o WHERE o.group_id = s.id
        AND o.status <> 'accepted')
      AND p.taken_cents + p.moved_cents <> p.tickets_cents + p.buyer_fee_cents - p.added_cents`,
  ],
];

export function wrongCharges({ database, fake }: World): string[] {
  const { intents } = fake.state();
  const query = `SELECT intent_id, tickets_cents + buyer_fee_cents AS total FROM payments WHERE status = 'captured'
    AND replaces IS NULL`;
  const wrong = database
    .prepare(query)
    .all()
    .filter(({ intent_id, total }) => intents.get(String(intent_id))?.amount_received !== total);
  return broken(
    'a card is charged the price of its tickets plus the fee, and no more',
    wrong.map((row) => JSON.stringify(row)),
  );
}
