import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, images } from '../../../drizzle/tables/all-tables.ts';
import { wholePicture } from '../../../worker/features/nights/images/whole-picture.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { joined } from '../../support/worker/bytes.ts';
import { db } from '../../support/worker/db.ts';
import { gif, picture, png } from '../../support/worker/nights/pictures.ts';
import { upload } from '../../support/worker/nights/upload.ts';

const text = (words: string) => new TextEncoder().encode(words);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>';

function repeated(part: Uint8Array, times: number): Uint8Array {
  const whole = new Uint8Array(part.length * times);
  for (let at = 0; at < whole.length; at += part.length) whole.set(part, at);
  return whole;
}

function indexOf(file: Uint8Array, bytes: Iterable<number>): number {
  const wanted = [...bytes];
  const at = file.findIndex((_byte, from) => wanted.every((byte, offset) => file[from + offset] === byte));
  if (at < 0) throw new Error(`The file does not hold ${wanted.join(' ')}`);
  return at;
}

async function avifClaiming(side: number): Promise<Uint8Array> {
  const avif = await picture('image/avif');
  const view = new DataView(avif.buffer, avif.byteOffset);
  const size = indexOf(avif, text('ispe'));
  view.setUint32(size + 8, side);
  view.setUint32(size + 12, side);
  return avif;
}

/** Files that must be refused. */
const CORPUS: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
  'an SVG': () => text(SVG),
  'an SVG behind a byte order mark': () => text(`\ufeff<?xml version="1.0"?>${SVG}`),
  'a renamed executable': () => joined(text('MZ'), new Uint8Array(4096)),
  'a renamed ELF': () => joined(Uint8Array.of(0x7f), text('ELF'), new Uint8Array(4096)),
  'a PDF': () => text('%PDF-1.7\n%%EOF'),
  'an HTML page': () => text('<!doctype html><script>alert(1)</script>'),
  'plain text': () => text('this is no picture'),
  'one byte': () => Uint8Array.of(0xff),
  'a picture of 40 megapixels': () => png(8000, 5000),
  'a PNG bomb that claims 60000 by 60000': () => png(60_000, 60_000, 10),
  'a PNG with no pixel': () => png(0, 10),
  'a PNG whose pixels are missing': () => png(4000, 4000, 10),
  'a truncated PNG': async () => (await png(400, 300)).slice(0, -8),
  'a truncated JPEG': async () => (await picture('image/jpeg')).slice(0, -20),
  'a truncated WebP': async () => (await picture('image/webp')).slice(0, -4),
  'a truncated AVIF': async () => (await picture('image/avif')).slice(0, -4),
  'a truncated GIF': () => gif().slice(0, -2),
  'a PNG with an archive behind it': async () => joined(await png(10, 10), text('PK\x03\x04'), new Uint8Array(60)),
  'a JPEG with an HTML page behind it': async () =>
    joined(await picture('image/jpeg'), text('<html><script>alert(1)</script>')),
  'a WebP with bytes behind it': async () => joined(await picture('image/webp'), new Uint8Array(8)),
  'a GIF with a script behind it': () => joined(gif(), text('*/=1;alert(1)//')),
  'a GIF whose header is a script': () => joined(text('GIF89a/*'), gif().slice(8), text('*/=1;alert(1);')),
  'a JPEG whose comment is a script': async () => {
    const jpeg = await picture('image/jpeg');
    const script = text('<script>alert(1)</script>');
    return joined(jpeg.subarray(0, 2), Uint8Array.of(0xff, 0xfe, 0, script.length + 2), script, jpeg.subarray(2));
  },
  'a JPEG that claims 65535 by 65535': async () => {
    const jpeg = (await picture('image/jpeg')).slice();
    const frame = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0);
    jpeg.fill(0xff, frame + 5, frame + 9);
    return jpeg;
  },
  'a JPEG that states two sizes': async () => {
    const jpeg = await picture('image/jpeg');
    const frame = indexOf(jpeg, [0xff, 0xc0]);
    const second = jpeg.slice(frame, frame + 2 + ((jpeg[frame + 2]! << 8) | jpeg[frame + 3]!));
    second.fill(0xff, 5, 9);
    return joined(jpeg.subarray(0, frame), second, jpeg.subarray(frame));
  },
  'a GIF whose frame is larger than its screen': () => {
    const whole = gif();
    whole.set([0x60, 0xea, 0x60, 0xea], indexOf(whole, [0x2c]) + 5);
    return whole;
  },
  'a WebP whose picture is larger than its canvas': async () => {
    const webp = await picture('image/webp');
    const lossy = indexOf(webp, [0x9d, 0x01, 0x2a]);
    webp.fill(0xff, lossy + 3, lossy + 7);
    const canvas = joined(text('VP8X'), Uint8Array.of(10, 0, 0, 0, 0, 0, 0, 0, 63, 0, 0, 47, 0, 0));
    const whole = joined(webp.subarray(0, 12), canvas, webp.subarray(12));
    new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
    return whole;
  },
  'an AVIF that claims 65535 by 65535': () => avifClaiming(65_535),
  'an AVIF that claims one pixel': () => avifClaiming(1),
  'an AVIF without its pixels': async () => {
    const avif = await picture('image/avif');
    return avif.slice(0, indexOf(avif, text('mdat')) - 4);
  },
  'a HEIC': async () => {
    const avif = await picture('image/avif');
    avif.set(text('heic'), indexOf(avif, text('avif')));
    avif.set(text('mif1'), indexOf(avif, text('avif')));
    avif.set(text('hvc1'), indexOf(avif, text('av01')));
    return avif;
  },
  'a WebP with bytes behind its last chunk': async () => {
    const whole = joined(await picture('image/webp'), text('junk'));
    new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
    return whole;
  },
  'a TIFF': () => joined(text('II*'), Uint8Array.of(0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
  'a chain of half a million JPEGs': () =>
    repeated(Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 1, 0xff, 0xd9), 500_000),
  'an AVIF of a million empty boxes': async () =>
    joined(await picture('image/avif'), repeated(Uint8Array.of(0, 0, 0, 8, ...text('free')), 1_000_000)),
  'a file of more than 10 MB': async () => joined(await png(10, 10), new Uint8Array(10 * 1_048_576)),
};

test.each(Object.entries(CORPUS))('%s is refused in under a second and nothing is stored', async (_name, make) => {
  const { headers } = await signedInAs('admin');
  const event = await anEvent();
  const bytes = await make();
  const { status, body, took_ms } = await upload({ headers, slug: event.slug, bytes });
  expect([413, 422]).toContain(status);
  expect(body.error).toMatch(/^Please select an image to upload/);
  // On a busy machine, even an upload of bytes that are no picture takes long. Then the limit is 20 times as long as
  // that upload takes.
  const noise = new Uint8Array(bytes.length).fill(1);
  const usual = took_ms < 1000 ? 0 : (await upload({ headers, slug: event.slug, bytes: noise })).took_ms;
  expect(took_ms).toBeLessThan(Math.max(1000, 20 * usual));
  expect((await env.IMAGES_BUCKET.list()).objects).toEqual([]);
  expect(await db.select().from(images)).toEqual([]);
  expect((await db.select().from(events).where(eq(events.id, event.id)))[0]?.image_url).toBeNull();
  expect(await logOf(event.id)).toEqual([]);
});

test('a missing file, an empty file and a body that is not a form are each refused with a reason', async () => {
  const { headers } = await signedInAs('admin');
  const event = await anEvent();
  const to = { headers, slug: event.slug };
  const [missing, wrong] = [
    { status: 400, body: { error: 'No file selected' } },
    { status: 422, body: { error: 'Please select an image to upload' } },
  ];
  const notAForm = await ask('/functions/v1/upload-event-image', { headers, json: { file: 'poster.png' } });
  expect(notAForm).toMatchObject(missing);
  expect(await upload(to)).toMatchObject(missing);
  expect(await upload({ ...to, bytes: new Uint8Array(), name: '' })).toMatchObject(missing);
  expect(await upload({ ...to, bytes: new Uint8Array() })).toMatchObject(wrong);
  expect(await upload({ ...to, bytes: await png(1, 1), type: 'text/html' })).toMatchObject(wrong);
});

test('the reader of images refuses every truncated image and never crashes on a flipped byte', async () => {
  const pictures = [
    await picture('image/jpeg'),
    await png(20, 20),
    await picture('image/webp'),
    await picture('image/avif'),
    gif(),
  ];
  for (const bytes of pictures) {
    expect(wholePicture(bytes)).not.toBeNull();
    for (let end = 0; end < bytes.length; end += 1) expect(wholePicture(bytes.subarray(0, end))).toBeNull();
    for (let at = 0; at < bytes.length; at += 1) {
      const bent = bytes.slice();
      bent[at]! ^= 0xff;
      expect(() => wholePicture(bent)).not.toThrow();
    }
  }
});
