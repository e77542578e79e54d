import { type Code, REFUSALS } from './messages.ts';
import { pixelsOf } from './file-kind.ts';
import { RefusedFile, type Page } from './page.ts';
import { scanCodes } from './scan-codes.ts';

const MOST_PIXELS = 60_000_000;
/** The most pixels on the longer side in the first scan. A larger picture is scaled down. */
const LONG_SIDE = 2600;
/** The most pixels on the longer side of a picture before it is rotated for another scan. */
const SMALL_SIDE = 1400;
/** Rotations, in degrees, that level the bars in a photo taken at an angle. */
const TURNS = [12, -12, 24, -24, 38, -38];

export async function* readPicture(file: Blob, bytes: Uint8Array): AsyncGenerator<Page> {
  if (pixelsOf(bytes) > MOST_PIXELS) throw new RefusedFile(REFUSALS.tooManyPixels);
  const bitmap = await createImageBitmap(file);
  const codes = await scanAtEachAngle(bitmap);
  bitmap.close();
  yield { codes, picture: async () => file };
}

async function scanAtEachAngle(bitmap: ImageBitmap): Promise<Code[]> {
  const level = await scanCodes(drawn(bitmap, { side: LONG_SIDE, turn: 0 }));
  if (level.length > 0) return level;
  for (const turn of TURNS) {
    const codes = await scanCodes(drawn(bitmap, { side: SMALL_SIDE, turn }), { tryDenoise: true });
    // The place of a code in a turned picture is not its place on the page.
    for (const code of codes) code.area = undefined;
    if (codes.length > 0) return codes;
  }
  return [];
}

export function drawn(bitmap: ImageBitmap, { side, turn }: { side: number; turn: number }): ImageData {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ];
  const angle = (turn * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const canvas = new OffscreenCanvas(Math.ceil(width * cos + height * sin), Math.ceil(width * sin + height * cos));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(angle);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
