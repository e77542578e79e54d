import type { Actor, Db } from '../../context.ts';
import { forbidden } from '../../http/errors.ts';
import { findManagedEvent, type ManagedEvent } from './admin-events.db.ts';

/**
 * Finds an event and checks that the actor may change, copy or delete it: an admin may for any event, an organizer only for their own.
 * Throws `event.not_found`, or `request.forbidden` for the event of another organizer.
 */
export async function findOwnEvent(db: Db, { id, actor }: { id: string; actor: Actor }): Promise<ManagedEvent> {
  const event = await findManagedEvent(db, { id });
  if (actor.role !== 'admin' && event.organizer_id !== actor.user_id) throw forbidden();
  return event;
}
