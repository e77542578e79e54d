import { type ImageHeader, spells, viewOf } from './image-bytes.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';

/** A PNG from its header chunk to its end chunk, with nothing behind it. */
export function readPng(bytes: Uint8Array): ImageHeader | null {
  if (!spells(bytes, 0, SIGNATURE) || !spells(bytes, 12, 'IHDR') || bytes.length < 33) return null;
  const view = viewOf(bytes);
  let hasPixels = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const next = at + 12 + view.getUint32(at);
    if (next > bytes.length) return null;
    if (spells(bytes, at + 4, 'IDAT')) hasPixels = true;
    if (spells(bytes, at + 4, 'IEND')) {
      return hasPixels && next === bytes.length ? { width: view.getUint32(16), height: view.getUint32(20), bytes } : null;
    }
    at = next;
  }
  return null;
}
