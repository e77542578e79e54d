import { and, eq, notExists, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { clubs } from '../../../../drizzle/tables/nights/clubs.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { images } from '../../../../drizzle/tables/nights/images.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { AppEnv, Db } from '../../../context.ts';
import { IMAGE_WIDTHS, imageKey, imageUrl } from '../../../contract/nights/images.ts';

/** The format with the smaller files comes first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export function renditionName(key: string, width: number, format: ImageFormat): string {
  return `${key}/${width}.${format}`;
}

export function renditionNames(key: string): string[] {
  return IMAGE_WIDTHS.flatMap((width) => IMAGE_FORMATS.map((format) => renditionName(key, width, format)));
}

export function renditionCacheKey(origin: string, name: string): string {
  return `${origin}/images/${name}`;
}

/** `link` is the preview of a link to an event, and `story` is the picture that people share as a story. */
export type PreviewShape = 'link' | 'story';

export function previewName(eventId: string, shape: PreviewShape = 'link'): string {
  return shape === 'link' ? `og/${eventId}.png` : `og/${eventId}-story.png`;
}

export async function dropUnusedImage(c: Context<AppEnv>, url: string | null): Promise<void> {
  const key = imageKey(url);
  if (!key || !(await forgetUnused(c.get('db'), key))) return;
  const names = renditionNames(key);
  const { origin } = new URL(c.req.url);
  await c.env.IMAGES_BUCKET.delete(names);
  await Promise.all(names.map((name) => caches.default.delete(renditionCacheKey(origin, name))));
}

/**
 * Deletes the row of an image unless the image is in use at that moment. Returns true if the row is gone, even if it
 * was gone before.
 */
async function forgetUnused(db: Db, key: string): Promise<boolean> {
  const url = imageUrl(key);
  const shown = [
    db
      .select({ one: sql`1` })
      .from(events)
      .where(eq(events.image_url, url)),
    db
      .select({ one: sql`1` })
      .from(venues)
      .where(eq(venues.image_url, url)),
    db
      .select({ one: sql`1` })
      .from(clubs)
      .where(eq(clubs.logo_url, url)),
  ];
  const [, kept] = await db.batch([
    db.delete(images).where(and(eq(images.key, key), ...shown.map((query) => notExists(query)))),
    db.select({ key: images.key }).from(images).where(eq(images.key, key)),
  ]);
  return kept.length === 0;
}
