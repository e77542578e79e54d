import { clock } from './edge.ts';
import { rows, type World } from './world.ts';
import { isHonest, type Name } from './names.ts';

interface Seen {
  id: string;
  listing_id: string;
  buyer_id: string;
  seller_id: string;
  quantity: number;
  start_at: number;
  city: string;
  cancelled_at: number | null;
  tickets_cents: number | null;
  is_charged: number;
  has_role: number;
  handover: string | null;
  due_at: number | null;
}

const HOUR_MS = 3_600_000;

/**
 * Records what people were first shown, and adds a sentence to `world.wrongs` for each rule that was broken. Call it
 * after each step of the simulation.
 */
export function takeNote(world: World): void {
  const seen = rows<Seen>(
    world,
    `SELECT request.id, request.listing_id, request.buyer_id, request.seller_id, request.quantity, event.start_at,
      venue.city,
      event.cancelled_at, payment.tickets_cents, payment.status IS 'captured' AS is_charged,
        handover.status AS handover, handover.due_at,
      EXISTS (SELECT 1 FROM event_roles role WHERE role.event_id = 'night'
        AND role.user_id = request.seller_id) AS has_role
    FROM ticket_requests request JOIN events event ON event.id = request.event_id
      JOIN venues venue ON venue.id = event.venue_id
    LEFT JOIN payments payment ON payment.request_id = request.id
      LEFT JOIN handovers handover ON handover.request_id = request.id
    WHERE request.event_id = 'night'`,
  );
  for (const request of seen) {
    const { id, seller_id, start_at, city, cancelled_at, handover, due_at } = request;
    if (!world.shown.has(id)) {
      world.shown.set(id, { start_at, city });
      if (request.has_role) world.wrongs.add(`${world.owners.get(seller_id)} sold tickets despite a role at the night`);
    }
    if (clock.ms < world.shown.get(id)!.start_at) world.calledOff[cancelled_at === null ? 'delete' : 'add'](id);
    if (request.is_charged) noteCharge(world, request);
    if (handover !== 'due' || due_at === null) continue;
    if (!world.due.has(id)) world.due.set(id, due_at);
    const seller = world.owners.get(seller_id);
    if (due_at < world.due.get(id)! && isHonest(seller)) {
      world.wrongs.add(`${seller} was left less time to send the tickets than promised`);
    }
  }
  const query = 'SELECT user_id, provider_id FROM seller_accounts WHERE provider_id IS NOT NULL';
  for (const { user_id, provider_id } of rows<{ user_id: string; provider_id: string }>(world, query))
    world.accounts.set(provider_id, user_id);
}

function noteCharge(world: World, { id, listing_id, buyer_id, quantity, tickets_cents, start_at, city }: Seen): void {
  const buyer: Name | undefined = world.owners.get(buyer_id);
  if (world.charged.has(id) || !isHonest(buyer)) return;
  world.charged.add(id);
  const shown = world.shown.get(id)!;
  if (shown.city !== city)
    world.wrongs.add(`${buyer} was charged for a night that had already been moved to another city`);
  if (start_at < shown.start_at - HOUR_MS)
    world.wrongs.add(`${buyer} was charged for a night that had already been moved to an earlier time`);
  if (tickets_cents! > quantity * world.most.get(listing_id)!)
    world.wrongs.add(`${buyer} was charged more than twice the face value`);
}
