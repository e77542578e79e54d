import { and, asc, eq, sql } from 'drizzle-orm';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { organizes } from '../../../../drizzle/tables/nights/event-rights.ts';
import { eventSeries } from '../../../../drizzle/tables/nights/event-series.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import type { Actor, Db } from '../../../context.ts';
import { clockChangeAt, clockChangeSentence } from '../../../contract/time/clock-change.ts';
import { readInstant } from '../../../contract/time/iso-time.ts';
import { fromNewYork, newYorkDate, newYorkWallClock } from '../../../contract/time/new-york-time.ts';
import {
  type CreateSeries,
  MOST_DATES,
  type PlanSeries,
  seriesStarts,
} from '../../../contract/nights/events/series.ts';
import { freeSlug, slugOf } from '../../../contract/nights/events/slug.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { invalid } from '../../../http/answers/errors.ts';
import { keyReused } from './desk.errors.ts';
import { checkEvent, domainError, newRow, type Saved, savedOf } from './save-event.db.ts';

/** An attempt fails if another writer takes a slug between the read and the write. */
const ATTEMPTS = 5;

/** `clash` is the title of another event at the venue on that date. `problem` says why the date is impossible. */
export interface PlannedDate {
  date: string;
  start_local: string;
  start_at: string | null;
  clash: string | null;
  problem: string | null;
}

export async function planSeries(
  db: Db,
  { plan, actor, now }: { plan: PlanSeries; actor: Actor; now: Date },
): Promise<PlannedDate[]> {
  const saved = savedOf(plan.event, actor);
  await checkEvent(db, { saved, actor, owner: actor.user_id });
  const starts = seriesStarts({ start: newYorkWallClock(saved.start_at), every: plan.every, until: plan.until });
  if (starts.length === 0) throw invalid({ until: 'The last date is before the start.' });
  if (starts.length > MOST_DATES) {
    throw invalid({ until: `That is more than ${MOST_DATES} dates. Choose an earlier last date.` });
  }
  const taken = await findTaken(db, { venue_id: saved.venue_id, from: starts[0]!, to: starts.at(-1)!, actor, now });
  return starts.map((start_local) => {
    const date = start_local.slice(0, 10);
    const problem = clockChangeAt(start_local) === 'skipped' ? clockChangeSentence(start_local) : null;
    const start_at = problem ? null : new Date(readInstant(start_local)!).toISOString();
    return { date, start_local, start_at, clash: taken.get(date) ?? null, problem };
  });
}

interface Nights {
  venue_id: string;
  /** `from` and `to` are the first and the last start, in New York time. */
  from: string;
  to: string;
  actor: Actor;
  now: Date;
}

/** Returns the titles of the venue's events, keyed by New York date. Replaces titles that the actor may not see. */
async function findTaken(db: Db, { venue_id, from, to, actor, now }: Nights): Promise<Map<string, string>> {
  const [first, last] = [
    fromNewYork(Date.parse(`${from.slice(0, 10)}T00:00Z`)),
    fromNewYork(Date.parse(`${to.slice(0, 10)}T23:59Z`)),
  ];
  const isSeen = actor.role === 'admin' ? sql`1` : sql`(${isPublic(now)} or ${organizes(actor.user_id)})`;
  const rows = await db
    .select({ title: sql<string>`iif(${isSeen}, ${events.title}, 'Another night')`, start_at: events.start_at })
    .from(events)
    .where(and(eq(events.venue_id, venue_id), sql`${events.start_at} between ${first} and ${last}`))
    .orderBy(asc(events.start_at));
  return new Map(rows.map(({ title, start_at }) => [newYorkDate(start_at), title]));
}

/**
 * Returns the events in the order of their starts. A repeated key creates nothing and returns the events of the first
 * call. Throws `desk.key_reused`, `event.exists`, `request.forbidden` and `request.invalid`.
 */
export async function createSeries(
  db: Db,
  { series, actor, key, stamp }: { series: CreateSeries; actor: Actor; key: string; stamp: AuditStamp },
): Promise<{ series_id: string; events: { id: string; slug: string; start_at: Date }[] }> {
  const idempotency_body = JSON.stringify(series);
  const first = await findFirst(db, { actor, key, idempotency_body });
  if (first) return first;
  const dates = (await planSeries(db, { plan: series, actor, now: stamp.at })).filter(
    ({ date, start_at }) => start_at && !series.skip.includes(date),
  );
  if (dates.length === 0) throw invalid({ skip: 'Keep at least one date.' });
  const id = crypto.randomUUID();
  const saved = dates.map(({ start_at }) => movedTo(savedOf(series.event, actor), new Date(start_at!)));
  const head = {
    id,
    created_by: actor.user_id,
    size: saved.length,
    idempotency_key: key,
    idempotency_body,
    created_at: stamp.at,
  };
  for (let attempt = 1; ; attempt += 1) {
    const slugs = await freeSlugs(db, saved);
    const rows = saved.map((one, at) =>
      newRow({ saved: one, id: crypto.randomUUID(), slug: slugs[at]!, series_id: id, at: stamp.at }),
    );
    const run = db.insert(eventSeries).values(head).onConflictDoNothing();
    const after = { ...series, events: rows.map(({ id: event_id, start_at }) => ({ id: event_id, start_at })) };
    try {
      await writeAudited(db, {
        stamp,
        changes: [{ run, action: 'series.create', target_type: 'series', target_id: id, before: null, after }],
        also: rows.map((row) => db.insert(events).values(row)),
      });
      return { series_id: id, events: rows.map((row) => ({ id: row.id, slug: row.slug, start_at: row.start_at })) };
    } catch (error) {
      if (error instanceof NothingChanged) return (await findFirst(db, { actor, key, idempotency_body }))!;
      if (brokenConstraint(error)?.name !== 'events.slug' || attempt === ATTEMPTS) throw domainError(error);
    }
  }
}

const wall = (instant: Date) => Date.parse(`${newYorkWallClock(instant)}Z`);

/** Moves an event to another start. Its end moves with it and keeps its New York hour, even across a clock change. */
function movedTo(saved: Saved, start_at: Date): Saved {
  const moved = wall(start_at) - wall(saved.start_at);
  const end = saved.end_at && new Date(fromNewYork(wall(saved.end_at) + moved));
  return { ...saved, start_at, end_at: end && end < start_at ? start_at : end };
}

async function freeSlugs(db: Db, saved: readonly Saved[]): Promise<string[]> {
  const base = slugOf(saved[0]!.title);
  const rows = await db
    .select({ slug: events.slug })
    .from(events)
    .where(sql`${events.slug} >= ${`${base}-`} and ${events.slug} < ${`${base}.`}`);
  const taken = new Set(rows.map(({ slug }) => slug));
  return saved.map(({ start_at }) => {
    const slug = freeSlug({ base: `${base}-${newYorkDate(start_at)}`, suffix: '2', isTaken: (one) => taken.has(one) });
    taken.add(slug);
    return slug;
  });
}

async function findFirst(
  db: Db,
  { actor, key, idempotency_body }: { actor: Actor; key: string; idempotency_body: string },
) {
  const [found] = await db
    .select({ id: eventSeries.id, idempotency_body: eventSeries.idempotency_body })
    .from(eventSeries)
    .where(and(eq(eventSeries.created_by, actor.user_id), eq(eventSeries.idempotency_key, key)));
  if (!found) return null;
  if (found.idempotency_body !== idempotency_body) throw keyReused();
  const rows = await db
    .select({ id: events.id, slug: events.slug, start_at: events.start_at })
    .from(events)
    .where(eq(events.series_id, found.id))
    .orderBy(asc(events.start_at));
  return { series_id: found.id, events: rows };
}
