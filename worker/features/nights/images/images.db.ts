import { and, asc, eq, gte, or } from 'drizzle-orm';
import { alias, type SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { organizes } from '../../../../drizzle/tables/nights/event-rights.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { images } from '../../../../drizzle/tables/nights/images.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { imageUrl } from '../../../contract/nights/images.ts';
import { type AuditStamp, writeAudited } from '../../../http/security/audit.ts';

export interface ImageTarget {
  kind: 'event' | 'venue';
  id: string;
  slug: string;
  image_url: string | null;
  /** True if the account organizes or co-organizes the event. False for a venue, which only an admin may change. */
  is_managed: boolean;
  edited_fields: string[];
  updated_at: Date;
}

const first = alias(events, 'first_event');

/**
 * Finds a venue or an event, even an unpublished one. With `following`, also finds the later events of the series.
 * Empty if the slug is unknown.
 */
export async function findImageTargets(
  db: Db,
  { kind, slug, following, user_id }: { kind: ImageTarget['kind']; slug: string; following: boolean; user_id: string },
): Promise<ImageTarget[]> {
  if (kind === 'venue') {
    const found = await db
      .select({ id: venues.id, image_url: venues.image_url })
      .from(venues)
      .where(eq(venues.slug, slug));
    const unlogged = { kind, slug, is_managed: false, edited_fields: [], updated_at: new Date(0) };
    return found.map((venue) => Object.assign(venue, unlogged));
  }
  const later = and(eq(events.series_id, first.series_id), gte(events.start_at, first.start_at));
  const found = await db
    .select({
      id: events.id,
      slug: events.slug,
      image_url: events.image_url,
      is_managed: organizes(user_id).mapWith(Boolean),
      edited_fields: events.edited_fields,
      updated_at: events.updated_at,
    })
    .from(first)
    .innerJoin(events, following ? or(eq(events.id, first.id), later) : eq(events.id, first.id))
    .where(eq(first.slug, slug))
    .orderBy(asc(events.start_at), asc(events.id));
  return found.map((event) => Object.assign(event, { kind }));
}

/** Throws `NothingChanged` if in the meantime an event was changed, or a target was deleted. */
export async function showImage(
  db: Db,
  {
    targets,
    key,
    size,
    stamp,
  }: { targets: readonly ImageTarget[]; key: string; size: { width: number; height: number }; stamp: AuditStamp },
): Promise<void> {
  const image_url = imageUrl(key);
  await writeAudited(db, {
    stamp,
    first: [db.insert(images).values({ key, ...size, uploaded_by: stamp.actor_id, created_at: stamp.at })],
    changes: targets.map((target) => ({
      run:
        target.kind === 'venue'
          ? updateVenue(db, target, image_url)
          : updateEvent(db, target, { image_url, now: stamp.at }),
      action: `${target.kind}.image` as const,
      target_type: target.kind,
      target_id: target.id,
      before: { image_url: target.image_url },
      after: { image_url },
    })),
  });
}

const updateVenue = (db: Db, target: ImageTarget, image_url: string) =>
  db.update(venues).set({ image_url }).where(eq(venues.id, target.id));

/** The image counts as edited by a person, so that feeds no longer replace it. */
function updateEvent(db: Db, target: ImageTarget, { image_url, now }: { image_url: string; now: Date }) {
  const change: SQLiteUpdateSetSource<typeof events> = {
    image_url,
    edited_fields: [...new Set([...target.edited_fields, 'image_url'])],
    updated_at: new Date(Math.max(now.getTime(), target.updated_at.getTime() + 1)),
  };
  return db
    .update(events)
    .set(change)
    .where(and(eq(events.id, target.id), eq(events.updated_at, target.updated_at)));
}
