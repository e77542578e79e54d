import { Hono, type Context } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as v from 'valibot';
import type { AppEnv } from '../../../context.ts';
import {
  NO_FILE,
  NOT_AN_IMAGE,
  TOO_HEAVY,
  TOO_MANY_PIXELS,
  UploadImage,
} from '../../../contract/nights/image-upload.ts';
import { imageUrl, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, fittingWidth } from '../../../contract/nights/images.ts';
import { NothingChanged, stampOf } from '../../../http/security/audit.ts';
import { limitBody } from '../../../http/answers/body.ts';
import { randomHex } from '../../../http/security/crypto.ts';
import { DomainError, notFound, tooMany, PlainError } from '../../../http/answers/errors.ts';
import { answerFunctionError } from '../../../http/answers/answer-error.ts';
import { requireRole } from '../../../http/security/guards.ts';
import {
  dropUnusedImage,
  renditionCacheKey,
  renditionName,
  renditionNames,
} from '../../../http/shared/nights/image-store.ts';
import { log } from '../../../http/log.ts';
import { eventPaths, purgePublic } from '../../../http/answers/purge-cache.ts';
import { isWithinLimit, limitActor } from '../../../http/limits/rate-limit.ts';
import { encodeImage, storeRenditions } from './encode-image.ts';
import { findImageTargets, showImage, type ImageTarget } from './images.db.ts';
import { wholePicture } from './whole-picture.ts';

/** The size limit of the upload form without its file. */
const FORM_BYTES = 65_536;
const A_YEAR = 'public, max-age=31536000, immutable';
const UNKNOWN_TYPE = 'application/octet-stream';
const KEY_BYTES = 16;
const KEY = ':key{[0-9a-f]{32}}';

interface Picture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export const imageRoutes = new Hono<AppEnv>().get(
  `/images/${KEY}`,
  describeRoute({
    summary:
      'An uploaded image in the smallest stored width of at least `w`, as AVIF if the client accepts it, otherwise as WebP',
  }),
  async (c) => {
    const width = fittingWidth(Number(c.req.query('w')) || Number.POSITIVE_INFINITY);
    const format = c.req.header('Accept')?.includes('image/avif') ? 'avif' : 'webp';
    const name = renditionName(c.req.param('key'), width, format);
    const etag = `"${name}"`;
    const rendition = await readRendition(c, name);
    if (!rendition) throw notFound();
    const headers = { 'Cache-Control': A_YEAR, 'Content-Type': rendition.type, ETag: etag, Vary: 'Accept' };
    if (
      c.req
        .header('If-None-Match')
        ?.split(/\s*,\s*/)
        .includes(etag)
    )
      return c.body(null, 304, headers);
    return c.body(rendition.body, 200, headers);
  },
);

/** Only reads from the bucket count toward the rate limit. */
async function readRendition(c: Context<AppEnv>, name: string): Promise<{ body: ReadableStream; type: string } | null> {
  const cacheKey = renditionCacheKey(new URL(c.req.url).origin, name);
  const hit = await caches.default.match(cacheKey);
  if (hit?.body) return { body: hit.body, type: hit.headers.get('Content-Type') ?? UNKNOWN_TYPE };
  if (!(await isWithinLimit(c, 'read', 'images'))) throw tooMany(60);
  const object = await c.env.IMAGES_BUCKET.get(name);
  if (!object) return null;
  const [toClient, toCache] = object.body.tee();
  const type = object.httpMetadata?.contentType ?? UNKNOWN_TYPE;
  const headers = { 'Cache-Control': A_YEAR, 'Content-Length': String(object.size), 'Content-Type': type };
  c.executionCtx.waitUntil(caches.default.put(cacheKey, new Response(toCache, { headers })));
  return { body: toClient, type };
}

export const imageUploadRoutes = new Hono<AppEnv>().post(
  '/upload-event-image',
  requireRole('admin', 'organizer'),
  limitActor('form', 'upload'),
  limitBody(MAX_IMAGE_BYTES + FORM_BYTES),
  describeRoute({ summary: 'Put an image on an event or a venue' }),
  async (c) => {
    const { file, targets } = await readUpload(c);
    const picture = await readPicture(c, file);
    const key = randomHex(KEY_BYTES);
    await storeRenditions(
      c.env.IMAGES_BUCKET,
      await decoded(c, encodeImage(c.env.IMAGES, { key, picture: picture.bytes })),
    );
    await show(c, { targets, key, picture });
    return c.json({ url: imageUrl(key) });
  },
);

imageUploadRoutes.onError((error, c) => {
  const isTooLarge = error instanceof DomainError && error.code === 'request.too_large';
  return answerFunctionError(isTooLarge ? refused(TOO_HEAVY, 413) : error, c);
});

const refused = (message: string, status: ContentfulStatusCode = 422) =>
  new PlainError(status, 'request.invalid', message);

async function readUpload(c: Context<AppEnv>): Promise<{ file: File; targets: ImageTarget[] }> {
  const form = await c.req.formData().catch(() => {
    throw refused(NO_FILE, 400);
  });
  const upload = v.safeParse(UploadImage, Object.fromEntries(form));
  if (!upload.success) {
    const [{ message }] = upload.issues;
    throw refused(message, message === NO_FILE ? 400 : message === TOO_HEAVY ? 413 : 422);
  }
  const { file, eventSlug: slug, isVenue, following } = upload.output;
  const { role, user_id } = c.get('actor');
  const kind = isVenue ? 'venue' : 'event';
  const targets = await findImageTargets(c.get('db'), { kind, slug, following, user_id });
  if (role !== 'admin' && (isVenue || targets.some(({ is_managed }) => !is_managed))) {
    throw new PlainError(403, 'request.forbidden', 'You can only change the images of your own nights.');
  }
  if (targets.length === 0) throw refused(isVenue ? 'There is no such venue' : 'Event not found', 404);
  return { file, targets };
}

/** Checks the file's format and its size in pixels before the pixels are decoded. */
async function readPicture(c: Context<AppEnv>, file: File): Promise<Picture> {
  const picture = wholePicture(new Uint8Array(await file.arrayBuffer()));
  if (!picture) throw refused(NOT_AN_IMAGE);
  const info = await decoded(c, c.env.IMAGES.info(new Blob([picture.bytes]).stream()));
  // The decoder returns no size for an SVG.
  if (info.format !== picture.type || !('width' in info)) throw refused(NOT_AN_IMAGE);
  const { width, height } = info;
  if (width * height > MAX_IMAGE_PIXELS) throw refused(TOO_MANY_PIXELS);
  return { bytes: picture.bytes, width, height };
}

async function decoded<T>(c: Context<AppEnv>, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    log('warn', 'image not decoded', { error: String(error) });
    throw refused(NOT_AN_IMAGE);
  }
}

/**
 * Shows the image at all targets. If that fails, deletes the image. If the database does not confirm the write, the
 * image stays, because the write may still take effect.
 */
async function show(
  c: Context<AppEnv>,
  { targets, key, picture: { width, height } }: { targets: readonly ImageTarget[]; key: string; picture: Picture },
): Promise<void> {
  try {
    await showImage(c.get('db'), { targets, key, size: { width, height }, stamp: stampOf(c) });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'server.unconfirmed'))
      await c.env.IMAGES_BUCKET.delete(renditionNames(key));
    if (error instanceof NothingChanged)
      throw refused('Someone else just changed this night. Upload the image again.', 409);
    throw error;
  }
  await Promise.all([
    ...[...new Set(targets.map(({ image_url }) => image_url))].map((url) => dropUnusedImage(c, url)),
    purgePublic(c, eventPaths(targets.flatMap(({ kind, slug }) => (kind === 'event' ? [slug] : [])))),
  ]);
}
