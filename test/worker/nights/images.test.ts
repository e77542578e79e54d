import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { venueRow } from '../../../drizzle/seed/rows.ts';
import { eventOrganizers, events, eventSeries, images, venues } from '../../../drizzle/tables/all-tables.ts';
import { imageKey } from '../../../worker/contract/nights/images.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { holds } from '../../support/worker/bytes.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { d1Error, type Disturb, faultyD1, losing } from '../../support/worker/faulty-d1.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { gif, jpegFromCamera, picture, png } from '../../support/worker/nights/pictures.ts';
import { upload } from '../../support/worker/nights/upload.ts';
import { changeEvent, eventOf } from '../../support/worker/nights/event-row.ts';

const stored = async (key: string) =>
  (await env.IMAGES_BUCKET.list({ prefix: `${key}/` })).objects.map((object) => object.key);

async function anUpload() {
  const { headers } = await signedInAs('admin');
  const event = await anEvent();
  const send = (bytes: Uint8Array, type?: string) =>
    upload({ headers, slug: event.slug, bytes, ...(type ? { type } : {}) });
  return { headers, event, send };
}

const read = async (url: string, headers: Record<string, string> = {}) => {
  const { answer } = await callCounted(url, { headers });
  return answer;
};

test('an uploaded photo is stored without its EXIF and GPS data', async () => {
  const { event, send } = await anUpload();
  const photo = await jpegFromCamera();
  for (const trace of ['Exif', 'VouchCam', 'taken at home']) expect(holds(photo, trace)).toBe(true);
  const { status, body } = await send(photo, 'image/jpeg');
  expect(status).toBe(200);
  const key = imageKey(body.url)!;
  const names = await stored(key);
  expect(names.toSorted()).toEqual(
    ['1600.avif', '1600.webp', '480.avif', '480.webp', '960.avif', '960.webp'].map((name) => `${key}/${name}`),
  );
  for (const name of names) {
    const bytes = new Uint8Array(await (await env.IMAGES_BUCKET.get(name))!.arrayBuffer());
    for (const trace of ['VouchCam', 'taken at home', 'EXIF', 'GPS', 'http://ns.adobe.com'])
      expect(holds(bytes, trace)).toBe(false);
    expect(await env.IMAGES.info(new Blob([bytes]).stream())).toMatchObject({ width: 64, height: 48 });
  }
  expect(await eventOf(event.id)).toMatchObject({
    image_url: body.url,
    edited_fields: ['image_url'],
  });
  expect(await logOf(event.id)).toMatchObject([{ action: 'event.image' }]);
});

test('an upload for several events of a series is refused unless the organizer may change all of them', async () => {
  const { headers, user } = await signedInAs('organizer');
  const series_id = crypto.randomUUID();
  const series = { id: series_id, created_by: user.id, size: 3, idempotency_key: series_id, idempotency_body: '' };
  await db.insert(eventSeries).values({ ...series, created_at: new Date() });
  const planned = await Promise.all(
    [1, 2, 3].map((day) =>
      anEvent({ series_id, organizer_id: user.id, start_at: new Date(Date.UTC(2031, 4, day, 22)), end_at: null }),
    ),
  );
  const pictures = async () =>
    (await db.select().from(events).where(eq(events.series_id, series_id)).orderBy(events.start_at)).map(
      ({ image_url }) => image_url,
    );
  const sent = { headers, slug: planned[1]!.slug, bytes: await png(40, 30), following: 'true' };
  const { status, body } = await upload(sent);
  expect(status).toBe(200);
  expect(await pictures()).toEqual([null, body.url, body.url]);
  await changeEvent(planned[2]!.id, { organizer_id: null });
  expect((await upload(sent)).status).toBe(403);
  expect(await pictures()).toEqual([null, body.url, body.url]);
});

test('JPEG, PNG, WebP, AVIF and GIF are accepted whatever type the upload declares', async () => {
  const files = [
    await picture('image/jpeg'),
    await png(40, 30),
    await picture('image/webp'),
    await picture('image/avif'),
    gif(),
  ];
  for (const bytes of files) {
    const { status, body } = await (await anUpload()).send(bytes);
    expect(status).toBe(200);
    expect(await stored(imageKey(body.url)!)).toHaveLength(6);
  }
});

test('an image is served in the requested width and format', async () => {
  const { body } = await (await anUpload()).send(await png(2000, 1000));
  const sizes = { '?w=480': 480, '?w=500': 960, '?w=961': 1600, '?w=9999': 1600, '': 1600, '?w=x': 1600 };
  for (const [query, width] of Object.entries(sizes)) {
    const answer = await read(`${body.url}${query}`, { Accept: 'image/avif,image/webp,*/*' });
    expect(answer.headers.get('Content-Type')).toBe('image/avif');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('Vary')).toContain('Accept');
    expect(answer.headers.get('ETag')).toBe(`"${imageKey(body.url)}/${width}.avif"`);
  }
  const webp = await read(`${body.url}?w=480`, { Accept: '*/*' });
  expect(webp.headers.get('Content-Type')).toBe('image/webp');
  const again = await read(`${body.url}?w=480`, { Accept: '*/*', 'If-None-Match': webp.headers.get('ETag')! });
  expect(again.status).toBe(304);
  expect((await ask('/images/00000000000000000000000000000000')).status).toBe(404);
});

test('a picture is served with the type that the platform chose when it resized the picture', async () => {
  const { send } = await anUpload();
  const input = env.IMAGES.input.bind(env.IMAGES);
  // The platform answers with WebP if an AVIF would be too large.
  const qualities = new Set<string>();
  const answers = vi.spyOn(env.IMAGES, 'input').mockImplementation((stream, options) => {
    const transformer = input(stream, options);
    const output = transformer.output.bind(transformer);
    transformer.output = (wanted) => {
      qualities.add(`${wanted.format} ${wanted.quality}`);
      return output({ ...wanted, format: 'image/webp' });
    };
    return transformer;
  });
  const { body } = await send(await png(600, 4000));
  answers.mockRestore();
  // In AVIF the same quality has a lower number.
  expect(qualities).toEqual(new Set(['image/avif 55', 'image/webp 78']));
  for (const query of ['', '?w=480']) {
    const get = () => read(`${body.url}${query}`, { Accept: 'image/avif' });
    const answer = await get();
    expect(answer.headers.get('Content-Type')).toBe('image/webp');
    expect(await env.IMAGES.info(answer.body!)).toMatchObject({ format: 'image/webp', width: 240, height: 1600 });
    expect((await get()).headers.get('Content-Type')).toBe('image/webp');
  }
});

test('a phone’s HEIC picture is accepted if the decoder confirms the type', async () => {
  const { send } = await anUpload();
  const avif = await picture('image/avif');
  const heic = avif.slice();
  heic.set(new TextEncoder().encode('heic'), 8);
  const says = vi
    .spyOn(env.IMAGES, 'info')
    .mockResolvedValue({ format: 'image/heic', fileSize: heic.length, width: 64, height: 48 });
  // The platform's decoder reads HEIC. The local one does not, so it gets the same picture as AVIF.
  const input = env.IMAGES.input.bind(env.IMAGES);
  const decodes = vi.spyOn(env.IMAGES, 'input').mockImplementation(() => input(new Blob([avif]).stream()));
  expect((await send(heic, 'image/heic')).status).toBe(200);
  says.mockResolvedValue({ format: 'image/avif', fileSize: heic.length, width: 64, height: 48 });
  expect((await send(heic, 'image/heic')).status).toBe(422);
  says.mockRestore();
  decodes.mockRestore();
});

test('an old image is deleted only once nothing refers to it', async () => {
  const { headers, event, send } = await anUpload();
  const twin = await anEvent();
  const first = (await send(await png(10, 10))).body.url;
  await changeEvent(twin.id, { image_url: first });
  const second = (await send(await png(11, 11))).body.url;
  expect(await stored(imageKey(first)!)).toHaveLength(6);
  const third = await upload({ headers, slug: twin.slug, bytes: await png(12, 12) });
  expect(third.status).toBe(200);
  expect(await stored(imageKey(first)!)).toEqual([]);
  expect((await ask(first)).status).toBe(404);
  expect((await ask(`/api/admin/events/${event.id}`, { headers, method: 'DELETE' })).status).toBe(200);
  expect(await stored(imageKey(second)!)).toEqual([]);
  expect(await db.$count(images, eq(images.key, imageKey(second)!))).toBe(0);
});

test('an old image is deleted even if the database’s answer about it is lost', async () => {
  const { headers, event, send } = await anUpload();
  const first = (await send(await png(10, 10))).body.url;
  const key = imageKey(first)!;
  const { disturb, lost } = losing({ value: key });
  const sent = { headers, slug: event.slug, bytes: await png(11, 11), database: faultyD1(env.DB, disturb) };
  expect((await upload(sent)).status).toBe(200);
  expect([lost(), await stored(key)]).toEqual([1, []]);
});

test('an uploaded picture stays stored if the database does not answer, because the event may still get the picture', async () => {
  const { headers, event } = await anUpload();
  let write: (() => Promise<unknown>) | undefined;
  const disturb: Disturb = (run, { values }) => {
    if (write || !values.some((value) => String(value).startsWith('/images/'))) return run();
    write = run;
    throw d1Error('Network connection lost.');
  };
  const sent = { headers, slug: event.slug, bytes: await png(10, 10), database: faultyD1(env.DB, disturb) };
  expect((await upload(sent)).status).toBe(503);
  expect(meantErrors().join()).toContain('Network connection lost');
  await write!();
  const shown = await eventOf(event.id);
  expect(await stored(imageKey(shown.image_url)!)).toHaveLength(6);
});

test('a page that was cached before an upload shows the new picture at once', async () => {
  const { event, send } = await anUpload();
  const shown = async () => {
    const answer = await read(`/api/events/${event.slug}`);
    return [answer.headers.get('X-Cache'), (await answer.json<{ image_url: string | null }>()).image_url];
  };
  expect([await shown(), await shown()]).toEqual([
    ['MISS', null],
    ['HIT', null],
  ]);
  const { body } = await send(await png(10, 10));
  expect(await shown()).toEqual(['MISS', body.url]);
});

test('an admin can upload an image of a venue, and an organizer is refused', async () => {
  const [admin, organizer] = [await signedInAs('admin'), await signedInAs('organizer')];
  const venue = venueRow();
  await db.insert(venues).values(venue);
  const sent = { slug: venue.slug, bytes: await png(10, 10), isVenue: 'true' };
  expect((await upload({ headers: organizer.headers, ...sent })).status).toBe(403);
  const { status, body } = await upload({ headers: admin.headers, ...sent });
  expect(status).toBe(200);
  expect((await db.select().from(venues).where(eq(venues.id, venue.id)))[0]?.image_url).toBe(body.url);
});

test('an organizer can upload an image only for an event that they organize or co-organize', async () => {
  const { headers, user } = await signedInAs('organizer');
  const [own, foreign] = [await anEvent({ organizer_id: user.id }), await anEvent()];
  const sent = { headers, bytes: await png(10, 10) };
  expect((await upload({ ...sent, slug: own.slug })).status).toBe(200);
  const refused = await upload({ ...sent, slug: foreign.slug });
  expect(refused.status).toBe(403);
  expect(refused.body['error']).toBe('You can only change the images of your own nights.');
  expect((await upload({ ...sent, slug: 'no-such-night' })).status).toBe(404);
  await db.insert(eventOrganizers).values({ event_id: foreign.id, user_id: user.id, added_by: user.id });
  expect((await upload({ ...sent, slug: foreign.slug })).status).toBe(200);
});
