import { and, eq, sql } from 'drizzle-orm';
import { events, type Event, type NewEvent } from '../../../../drizzle/tables/nights/events.ts';
import { hasListings } from '../../../http/shared/event-sales.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Actor, Db } from '../../../context.ts';
import {
  type CreateEvent,
  EDITABLE,
  type EditEvent,
  eventIssues,
  storedEnd,
} from '../../../contract/nights/events/admin-events.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';
import { TOO_LONG, weeksLater } from '../../../contract/nights/events/event-times.ts';
import { nextVersion } from '../../../contract/paging.ts';
import { widensBand } from '../../../contract/trade/price-band.ts';
import { ADMIN_SOURCE } from '../../../contract/nights/ingest.ts';
import { nameKey, slugOf } from '../../../contract/nights/events/slug.ts';
import { type AuditedChange, type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { DomainError, forbidden, invalid, stale } from '../../../http/answers/errors.ts';
import { type EditedEvent, findManagedEvent, type ManagedEvent, type ManagedEventRow } from './admin-events.db.ts';
import { passGuard } from './guard-edit.db.ts';

/** How many attempts may be made to find a free slug for an event, or a free week for a copy. */
const ATTEMPTS = 50;

export type Saved = Pick<Event, (typeof EDITABLE)[number] | 'organizer_id'>;

export async function createEvent(
  db: Db,
  { form, actor, stamp }: { form: CreateEvent; actor: Actor; stamp: AuditStamp },
): Promise<string> {
  const saved = savedOf(form, actor);
  await checkEvent(db, { saved, actor, owner: actor.user_id });
  return insert(db, { saved, stamp, action: 'event.create' });
}

export function savedOf(form: CreateEvent, actor: Actor): Saved {
  const { ticket_price, ...fields } = form;
  return {
    ...fields,
    description: form.description ?? null,
    image_url: form.image_url ?? null,
    end_at: storedEnd(form.start_at, form.end_at ?? null),
    ticket_price_cents: ticket_price ?? null,
    publish_at: publishAt(form),
    organizer_id: form.organizer_id === undefined ? actor.user_id : form.organizer_id,
  };
}

/**
 * Copies an event into a later week, at the same New York time. Skips weeks in which the same event already exists. The
 * copy is a draft.
 */
export async function duplicateEvent(
  db: Db,
  { event, actor, stamp }: { event: ManagedEvent; actor: Actor; stamp: AuditStamp },
) {
  const organizer_id = actor.role === 'admin' ? event.organizer_id : actor.user_id;
  for (let week = 1; ; week += 1) {
    const start_at = weeksLater(event.start_at, week);
    const saved = {
      ...pick(event),
      organizer_id,
      start_at,
      end_at: event.end_at && weeksLater(event.end_at, week),
      is_published: false,
      publish_at: null,
    };
    try {
      return await insert(db, { saved, stamp, action: 'event.duplicate' });
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'event.exists') || week === ATTEMPTS) throw error;
    }
  }
}

/**
 * Stores an edit of an event. From then on, feeds cannot overwrite the edited fields. Throws `event.exists`,
 * `event.guarded`, `event.second_person`, `request.forbidden`, `request.invalid` and `request.stale`.
 */
export async function editEvent(
  db: Db,
  { event, edit, actor, stamp }: { event: ManagedEvent; edit: EditEvent; actor: Actor; stamp: AuditStamp },
): Promise<void> {
  const { change, saved, given } = editOf(db, { event, edit, stamp });
  const { city } = await checkEvent(db, { saved, actor, owner: event.organizer_id });
  const after = { ...saved, city, is_cancelled: event.cancelled_at !== null };
  try {
    const approved = await passGuard(db, { event, after, actor, stamp });
    await writeAudited(db, { stamp, changes: [{ ...change, after: { ...saved, ...approved } }] });
  } catch (error) {
    if (error instanceof NothingChanged)
      throw stale({ theirs: await findManagedEvent(db, { id: event.id }), yours: given });
    throw domainError(error);
  }
}

/** `saved` is the event as it will be stored, `given` are the fields that were sent. */
export function editOf(db: Db, { event, edit, stamp }: { event: EditedEvent; edit: EditEvent; stamp: AuditStamp }) {
  const { updated_at: seen, ticket_price, ...sent } = edit;
  const given = Object.fromEntries(
    Object.entries({ ...sent, ticket_price_cents: ticket_price }).filter(([, value]) => value !== undefined),
  );
  const before = pick(event);
  const merged: Saved = { ...before, ...given };
  const saved = { ...merged, end_at: storedEnd(merged.start_at, merged.end_at), publish_at: publishAt(merged) };
  const changed = EDITABLE.filter(
    (field) => field in given && JSON.stringify(saved[field]) !== JSON.stringify(before[field]),
  );
  const set = {
    ...saved,
    name_key: nameKey(saved.title),
    edited_fields: [...new Set([...event.edited_fields, ...changed])],
    // Drops an edit that waits for a second admin, because that edit was meant for the event as it was before.
    asked_edit: null,
    updated_at: nextVersion(seen, stamp.at),
  };
  const isWider = widensBand(before, saved);
  if (isWider && event.has_listings)
    throw invalid({ price_max_pct: 'Tickets are listed for this night, so you can’t widen its price band.' });
  const run = db
    .update(events)
    .set(set)
    .where(
      and(
        eq(events.id, event.id),
        eq(events.updated_at, seen),
        eq(events.has_sales, event.has_sales),
        isWider ? sql`not ${hasListings}` : undefined,
      ),
    );
  const change: AuditedChange = {
    run,
    action: 'event.update',
    target_type: 'event',
    target_id: event.id,
    before,
    after: saved,
  };
  return { change, saved, given };
}

/** The unique index decides which slug is free, even under concurrent writes. */
async function insert(
  db: Db,
  { saved, stamp, action }: { saved: Saved; stamp: AuditStamp; action: string },
): Promise<string> {
  const id = crypto.randomUUID();
  for (let attempt = 0; ; attempt += 1) {
    const row = newRow({ saved, id, slug: slugAt(saved, attempt), at: stamp.at });
    try {
      const change = { action, target_type: 'event', target_id: id, before: null, after: { ...saved, slug: row.slug } };
      await writeAudited(db, { stamp, changes: [{ run: db.insert(events).values(row), ...change }] });
      return id;
    } catch (error) {
      if (brokenConstraint(error)?.name !== 'events.slug' || attempt === ATTEMPTS) throw domainError(error);
    }
  }
}

/** Builds the row of a new event. The row lists all fields as edited, so feeds cannot change them. */
export function newRow({
  saved,
  at,
  ...given
}: {
  saved: Saved;
  id: string;
  slug: string;
  series_id?: string;
  at: Date;
}) {
  const editor = { source: ADMIN_SOURCE, edited_fields: [...EDITABLE], created_at: at, updated_at: at };
  return { ...saved, ...given, name_key: nameKey(saved.title), ...editor } satisfies NewEvent;
}

function slugAt({ title, start_at }: Pick<Saved, 'title' | 'start_at'>, attempt: number): string {
  const slug = slugOf(title);
  if (attempt === 0) return slug;
  const dated = `${slug}-${newYorkDate(start_at)}`;
  return attempt === 1 ? dated : `${dated}-${attempt}`;
}

/**
 * Throws if the actor may not save the event, or if a field is invalid. Returns the venue's city. `owner` is the
 * creator of a new event, or the present organizer of a stored event.
 */
export async function checkEvent(
  db: Db,
  { saved, actor, owner }: { saved: Saved; actor: Actor; owner: string | null },
): Promise<{ city: string }> {
  if (actor.role !== 'admin' && saved.organizer_id !== owner) throw forbidden();
  const issues = eventIssues(saved);
  const [venue, organizer] = await db.batch([
    db.select({ city: venues.city }).from(venues).where(eq(venues.id, saved.venue_id)),
    db
      .select({ found: sql<number>`1` })
      .from(profiles)
      .where(eq(profiles.id, saved.organizer_id ?? '')),
  ]);
  if (venue.length === 0) issues['venue_id'] = 'Pick a venue from the list.';
  if (saved.organizer_id && organizer.length === 0) issues['organizer_id'] = 'We can’t find this person.';
  if (Object.keys(issues).length > 0) throw invalid(issues);
  return venue[0]!;
}

/** A draft has no time of publication, so publishing it later takes effect immediately. */
function publishAt({
  is_published,
  publish_at,
}: {
  is_published: boolean;
  publish_at?: Date | null | undefined;
}): Date | null {
  return is_published ? (publish_at ?? null) : null;
}

function pick(event: ManagedEventRow): Saved {
  const fields = [...EDITABLE, 'organizer_id'] as const;
  return Object.fromEntries(fields.map((field) => [field, event[field]])) as Saved;
}

/** Turns a known broken constraint into an error for the user. Returns any other error unchanged. */
export function domainError(error: unknown): unknown {
  if (brokenConstraint(error)?.kind === 'foreign_key')
    return invalid({ venue_id: 'The venue or the organizer no longer exists. Pick again.' });
  // A clock change can make a 24-hour event one hour longer in a copy or a series.
  if (brokenConstraint(error)?.name === 'events_longest') return invalid({ end_at: TOO_LONG });
  if (!brokenConstraint(error)?.name.startsWith('events.name_key,')) return error;
  return new DomainError({
    code: 'event.exists',
    status: 409,
    message: 'A night with this title already starts there at that time.',
    fields: { start_at: 'A night with this title already starts there at that time.' },
  });
}
