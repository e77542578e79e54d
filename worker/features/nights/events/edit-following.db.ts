import type { Actor, Db } from '../../../context.ts';
import { type EditEvent, eventIssues } from '../../../contract/nights/events/admin-events.ts';
import { clockChangeAt, clockChangeSentence } from '../../../contract/time/clock-change.ts';
import { fromNewYork, newYorkWallClock } from '../../../contract/time/new-york-time.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import { forbidden, invalid, stale, PlainError } from '../../../http/answers/errors.ts';
import { findManagedEvent, findSeriesFrom, type EditedEvent, type ManagedEvent } from './admin-events.db.ts';
import { passGuardTogether } from './guard-edit.db.ts';
import { checkEvent, domainError, editOf } from './save-event.db.ts';
import { managesAll } from './who-may-manage.db.ts';

const wall = (instant: Date) => Date.parse(`${newYorkWallClock(instant)}Z`);

/**
 * Edits an event and the later events of its series, all or none, and returns them as they were before. A new start or
 * end moves the later events too: in New York time, they keep their distance from this event. Throws
 * `series.not_found`, `request.forbidden`, `request.invalid`, `request.stale`, `event.exists`, `event.guarded` and
 * `event.second_person`.
 */
export async function editFollowing(
  db: Db,
  { event, edit, actor, stamp }: { event: ManagedEvent; edit: EditEvent; actor: Actor; stamp: AuditStamp },
): Promise<EditedEvent[]> {
  if (!event.series_id) throw noSeries();
  const rows = await findSeriesFrom(db, { series_id: event.series_id, from: event.start_at });
  // The events of a series can have different organizers.
  if (!(await managesAll(db, { ids: rows.map(({ id }) => id), actor }))) throw forbidden();
  const edits = rows.map((row) => editOf(db, { event: row, edit: movedEdit(edit, { event, row }), stamp }));
  const own = edits[rows.findIndex(({ id }) => id === event.id)]!;
  const { city } = await checkEvent(db, { saved: own.saved, actor, owner: event.organizer_id });
  edits.forEach(({ saved }, at) => {
    const row = rows[at]!;
    const after = { ...saved, city: edit.venue_id ? city : row.venue.city, is_cancelled: row.cancelled_at !== null };
    passGuardTogether({ event: row, after, actor, stamp });
  });
  const isHandedOver = edits.some(({ saved }, at) => saved.organizer_id !== rows[at]!.organizer_id);
  if (isHandedOver && actor.role !== 'admin') throw forbidden();
  for (const { saved } of edits) {
    const issues = eventIssues(saved);
    if (Object.keys(issues).length > 0) throw invalid(issues);
  }
  try {
    const changes = edits.map(({ change }) => change);
    // A unique index refuses an event that moves to its neighbor's current start. So the neighbor moves first.
    await writeAudited(db, { stamp, changes: own.saved.start_at > event.start_at ? changes.toReversed() : changes });
  } catch (error) {
    if (error instanceof NothingChanged)
      throw stale({ theirs: await findManagedEvent(db, { id: event.id }), yours: own.given });
    throw domainError(error);
  }
  return rows;
}

function movedEdit(edit: EditEvent, { event, row }: { event: ManagedEvent; row: EditedEvent }): EditEvent {
  if (row.id === event.id) return edit;
  const apart = wall(row.start_at) - wall(event.start_at);
  const moved = (instant: Date) => new Date(fromNewYork(wall(instant) + apart));
  if (edit.start_at) refuseSkipped(new Date(wall(edit.start_at) + apart));
  return {
    ...edit,
    ...(edit.start_at && { start_at: moved(edit.start_at) }),
    ...(edit.end_at && { end_at: moved(edit.end_at) }),
    updated_at: row.updated_at,
  };
}

/** Throws `request.invalid` if the clocks skip this time in spring. `clock` has New York time in its UTC fields. */
function refuseSkipped(clock: Date): void {
  const text = clock.toISOString().slice(0, 16);
  if (clockChangeAt(text) !== 'skipped') return;
  const date = clock.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
  throw invalid({ start_at: `${date}: ${clockChangeSentence(text)}` });
}

const noSeries = () =>
  new PlainError(404, 'series.not_found', 'This night isn’t part of a series. Edit this night only.');
