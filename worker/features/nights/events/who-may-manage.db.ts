import { and, inArray, not } from 'drizzle-orm';
import { organizes } from '../../../../drizzle/tables/nights/event-rights.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import type { Actor, Db } from '../../../context.ts';
import { forbidden, PlainError } from '../../../http/answers/errors.ts';
import { findManagedEvent, type ManagedEvent } from './admin-events.db.ts';

export async function managesAll(db: Db, { ids, actor }: { ids: readonly string[]; actor: Actor }): Promise<boolean> {
  if (actor.role === 'admin') return true;
  const foreign = await db
    .select({ id: events.id })
    .from(events)
    .where(and(inArray(events.id, [...ids]), not(organizes(actor.user_id))))
    .limit(1);
  return foreign.length === 0;
}

/** Throws `event.not_found` and `request.forbidden`. */
export async function findEventToManage(db: Db, { id, actor }: { id: string; actor: Actor }): Promise<ManagedEvent> {
  const [event, isManager] = await Promise.all([findManagedEvent(db, { id }), managesAll(db, { ids: [id], actor })]);
  if (!isManager) throw forbidden();
  return event;
}

export const isOwner = (event: ManagedEvent, actor: Actor) =>
  actor.role === 'admin' || event.organizer_id === actor.user_id;

/** Throws `event.not_found` and `request.forbidden`. */
export async function findOwnEvent(db: Db, { id, actor }: { id: string; actor: Actor }): Promise<ManagedEvent> {
  const event = await findManagedEvent(db, { id });
  if (!isOwner(event, actor)) throw ownersOnly();
  return event;
}

const ownersOnly = () =>
  new PlainError(
    403,
    'request.forbidden',
    'Only the organizer of this night or an admin can do that. Ask one of them.',
  );
