import { and, eq } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { organizes } from '../../../../drizzle/tables/nights/event-rights.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { images } from '../../../../drizzle/tables/nights/images.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { imageUrl } from '../../../contract/nights/images.ts';
import { type AuditStamp, writeAudited } from '../../../http/security/audit.ts';

/**
 * The event or venue that shows an image. `is_managed`: the account organizes or co-organizes the event. Only an admin
 * may change a venue.
 */
export interface ImageTarget {
  kind: 'event' | 'venue';
  id: string;
  slug: string;
  image_url: string | null;
  is_managed: boolean;
  edited_fields: string[];
  updated_at: Date;
}

/** Finds an event or venue by slug, published or not. */
export async function findImageTarget(
  db: Db,
  { kind, slug, user_id }: { kind: ImageTarget['kind']; slug: string; user_id: string },
): Promise<ImageTarget | undefined> {
  if (kind === 'venue') {
    const [venue] = await db
      .select({ id: venues.id, image_url: venues.image_url })
      .from(venues)
      .where(eq(venues.slug, slug));
    return venue && { kind, slug, ...venue, is_managed: false, edited_fields: [], updated_at: new Date(0) };
  }
  const [event] = await db
    .select({
      id: events.id,
      image_url: events.image_url,
      is_managed: organizes(user_id).mapWith(Boolean),
      edited_fields: events.edited_fields,
      updated_at: events.updated_at,
    })
    .from(events)
    .where(eq(events.slug, slug));
  return event && { kind, slug, ...event };
}

/** Shows a stored image on its target. Throws `NothingChanged` if the target was changed or deleted in the meantime. */
export async function showImage(
  db: Db,
  {
    target,
    key,
    size,
    stamp,
  }: { target: ImageTarget; key: string; size: { width: number; height: number }; stamp: AuditStamp },
): Promise<void> {
  const image_url = imageUrl(key);
  await writeAudited(db, {
    stamp,
    first: [db.insert(images).values({ key, ...size, uploaded_by: stamp.actor_id, created_at: stamp.at })],
    changes: [
      {
        run:
          target.kind === 'venue'
            ? updateVenue(db, target, image_url)
            : updateEvent(db, target, { image_url, now: stamp.at }),
        action: `${target.kind}.image`,
        target_type: target.kind,
        target_id: target.id,
        before: { image_url: target.image_url },
        after: { image_url },
      },
    ],
  });
}

const updateVenue = (db: Db, target: ImageTarget, image_url: string) =>
  db.update(venues).set({ image_url }).where(eq(venues.id, target.id));

/** Marks the image as edited by a person, so that feeds no longer replace it. */
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
