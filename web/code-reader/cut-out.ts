import type { Code } from './messages.ts';

/** The margin around a cut-out code, as a share of its longer side. Scanners need a quiet zone. */
const MARGIN = 0.1;
/** The least height of a cut-out bar code, as a share of its width. Its `area` covers only one line across the bars. */
const BARS = 0.3;

/** Cuts a code with its margin out of the picture of a page. Returns null if the code has no `area`. */
export async function cutOut(picture: Blob, { area, format }: Code): Promise<Blob | null> {
  if (!area) return null;
  const bitmap = await createImageBitmap(picture);
  const width = (area.right - area.left) * bitmap.width;
  const read = (area.bottom - area.top) * bitmap.height;
  const height = format === 'code128' ? Math.max(read, width * BARS) : read;
  const margin = Math.max(width, height) * MARGIN;
  const left = area.left * bitmap.width - margin;
  const top = area.top * bitmap.height - (height - read) / 2 - margin;
  const canvas = new OffscreenCanvas(Math.ceil(width + 2 * margin), Math.ceil(height + 2 * margin));
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, -left, -top);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
