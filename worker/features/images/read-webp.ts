import { type ImageHeader, spells, viewOf } from './image-bytes.ts';

type Size = Pick<ImageHeader, 'width' | 'height'>;

/** A WebP whose chunks fill its declared length, and whose declared length is the file's. The largest size any chunk names counts. */
export function readWebp(bytes: Uint8Array): ImageHeader | null {
  if (!spells(bytes, 0, 'RIFF') || !spells(bytes, 8, 'WEBP') || bytes.length < 20) return null;
  const view = viewOf(bytes);
  if (view.getUint32(4, true) + 8 !== bytes.length) return null;
  let size: Size = { width: 0, height: 0 };
  let at = 12;
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length;
    if (end > bytes.length) return null;
    const named = sizeOf(bytes.subarray(at, end));
    size = { width: Math.max(size.width, named.width), height: Math.max(size.height, named.height) };
    at = end + (length % 2);
  }
  return at === bytes.length ? { ...size, bytes } : null;
}

const NONE: Size = { width: 0, height: 0 };

function sizeOf(chunk: Uint8Array): Size {
  const view = viewOf(chunk);
  if (chunk.length < 18) return spells(chunk, 0, 'VP8L') && chunk.length >= 13 ? losslessSize(view) : NONE;
  if (spells(chunk, 0, 'VP8X')) return { width: uint24(view, 12) + 1, height: uint24(view, 15) + 1 };
  if (spells(chunk, 0, 'VP8L')) return losslessSize(view);
  if (spells(chunk, 0, 'VP8 ')) return { width: view.getUint16(14, true) & 0x3fff, height: view.getUint16(16, true) & 0x3fff };
  if (spells(chunk, 0, 'ANMF') && chunk.length >= 24) return { width: uint24(view, 14) + 1, height: uint24(view, 17) + 1 };
  return NONE;
}

/** Two 14-bit numbers behind the signature byte, each one less than the size. */
function losslessSize(view: DataView): Size {
  if (view.getUint8(8) !== 0x2f) return NONE;
  const bits = view.getUint32(9, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
