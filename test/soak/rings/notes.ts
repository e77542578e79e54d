import { clock } from './edge.ts';
import { isHonest, rows, type World } from './world.ts';

interface Seen {
  id: string;
  seller_id: string;
  start_at: number;
  cancelled_at: number | null;
  handover: string | null;
  due_at: number | null;
}

/** Remembers what people were told, and notes what breaks it. Called after each step. */
export function takeNote(world: World): void {
  const seen = rows<Seen>(
    world,
    `SELECT request.id, request.seller_id, event.start_at, event.cancelled_at, handover.status AS handover, handover.due_at
    FROM ticket_requests request JOIN events event ON event.id = request.event_id LEFT JOIN handovers handover ON handover.request_id = request.id
    WHERE request.event_id = 'night'`,
  );
  for (const { id, seller_id, start_at, cancelled_at, handover, due_at } of seen) {
    if (!world.doors.has(id)) world.doors.set(id, start_at);
    if (clock.ms < world.doors.get(id)!) world.calledOff[cancelled_at === null ? 'delete' : 'add'](id);
    if (handover !== 'due' || due_at === null) continue;
    if (!world.due.has(id)) world.due.set(id, due_at);
    const seller = world.owners.get(seller_id);
    if (due_at < world.due.get(id)! && isHonest(seller)) {
      world.wrongs.add(`${seller} was left less time to send the tickets than promised`);
    }
  }
  for (const { user_id, provider_id } of rows<{ user_id: string; provider_id: string }>(
    world,
    'SELECT user_id, provider_id FROM seller_accounts WHERE provider_id IS NOT NULL',
  )) {
    world.accounts.set(provider_id, user_id);
  }
}
