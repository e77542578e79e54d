import { and, eq } from 'drizzle-orm';
import { type AskedEdit, events } from '../../../../drizzle/tables/nights/events.ts';
import type { Actor, Db } from '../../../context.ts';
import {
  GUARDED_EDITS,
  type GuardedEdit,
  guardedEdit,
  type GuardedFacts,
} from '../../../contract/nights/events/guarded-edits.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { SECOND_PERSON_ABOVE_CENTS } from '../../../contract/trade/money-desk.ts';
import { type AuditStamp, writeAudited } from '../../../http/security/audit.ts';
import { PlainError } from '../../../http/answers/errors.ts';
import type { EditedEvent } from './admin-events.db.ts';

/** How long an edit waits for a second admin, in ms. */
const ASKED_FOR_MS = DAY;

interface Guarded {
  event: EditedEvent;
  after: GuardedFacts & { venue_id: string };
  actor: Actor;
  stamp: AuditStamp;
}

/**
 * Only admins who have no part in the event or its sales may make a guarded edit. With more than $200 of open money,
 * two of them must make the same edit: the first one asks, the second one carries it out. Returns the first admin for
 * the log. Throws `event.guarded` and `event.second_person`.
 */
export async function passGuard(db: Db, { event, after, actor, stamp }: Guarded): Promise<{ asked_by?: string }> {
  const kind = guardOf({ event, after, actor, stamp });
  if (!kind || event.sales!.open_cents <= SECOND_PERSON_ABOVE_CENTS) return {};
  const { start_at, venue_id, is_cancelled } = after;
  const wanted = { start_at: start_at.getTime(), venue_id, is_cancelled };
  const asked = event.asked_edit;
  const isSame = asked && isEqual(asked, wanted) && asked.at > stamp.at.getTime() - ASKED_FOR_MS;
  if (isSame && asked.by !== actor.user_id) return { asked_by: asked.by };
  if (!isSame) await ask(db, { event, asked: { ...wanted, by: actor.user_id, at: stamp.at.getTime() }, stamp });
  throw new PlainError(
    409,
    'event.second_person',
    'More than $200 is open for this night, so two admins must agree. Ask another admin to make the same change within a day.',
  );
}

/**
 * Guards one of several events that an edit changes together. With more than $200 of open money, a guarded edit of this
 * event must be made separately. Throws as `passGuard` does.
 */
export function passGuardTogether(guarded: Guarded): void {
  if (!guardOf(guarded) || guarded.event.sales!.open_cents <= SECOND_PERSON_ABOVE_CENTS) return;
  const message =
    'More than $200 is open for one of these nights, so two admins must agree. Edit that night separately.';
  throw new PlainError(409, 'event.second_person', message);
}

function guardOf({ event, after, actor, stamp }: Guarded): GuardedEdit | null {
  const before = { start_at: event.start_at, city: event.venue.city, is_cancelled: event.cancelled_at !== null };
  const kind = guardedEdit({ before, after, sales: event.sales, now: stamp.at });
  const isParty = event.organizer_id === actor.user_id || event.parties.includes(actor.user_id);
  if (kind && (actor.role !== 'admin' || isParty)) throw guarded(kind);
  return kind;
}

const guarded = (kind: GuardedEdit) =>
  new PlainError(
    409,
    'event.guarded',
    `${GUARDED_EDITS[kind]} If it has to change, write to an admin who isn’t involved in this night.`,
  );

const isEqual = (asked: AskedEdit, wanted: Pick<AskedEdit, 'start_at' | 'venue_id' | 'is_cancelled'>) =>
  asked.start_at === wanted.start_at &&
  asked.venue_id === wanted.venue_id &&
  asked.is_cancelled === wanted.is_cancelled;

async function ask(
  db: Db,
  { event, asked, stamp }: { event: EditedEvent; asked: AskedEdit; stamp: AuditStamp },
): Promise<void> {
  const run = db
    .update(events)
    .set({ asked_edit: asked })
    .where(and(eq(events.id, event.id), eq(events.updated_at, event.updated_at)));
  await writeAudited(db, {
    stamp,
    changes: [
      { run, action: 'event.ask', target_type: 'event', target_id: event.id, before: event.asked_edit, after: asked },
    ],
  });
}
