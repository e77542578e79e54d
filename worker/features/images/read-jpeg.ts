import { type ImageHeader, viewOf } from './image-bytes.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Frame headers are C0 to CF, but for Huffman tables, the reserved one and arithmetic tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Cameras put a preview or two behind a picture; a file that goes on for longer is none of theirs. */
const MAX_PREVIEWS = 4;

/** A JPEG up to its end marker. Behind it only zeros or a few further JPEGs (a camera's previews) may stand. */
export function readJpeg(bytes: Uint8Array, previews = MAX_PREVIEWS): ImageHeader | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  const view = viewOf(bytes);
  let size: { width: number; height: number } | null = null;
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
    } else if (marker === END) {
      return size && isHarmlessTail(bytes.subarray(at + 2), previews) ? { ...size, bytes: bytes.subarray(0, at + 2) } : null;
    } else {
      if (at + 4 > bytes.length) return null;
      const length = view.getUint16(at + 2);
      if (length < 2 || at + 2 + length > bytes.length) return null;
      if (isFrame(marker)) {
        if (size || length < 8) return null;
        size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      }
      at += 2 + length;
      if (marker === SCAN) at = endOfScan(bytes, at);
    }
  }
  return null;
}

/** Where the next marker stands that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1];
    if (marker !== undefined && marker !== 0 && marker !== 0xff && !isRestart(marker)) return at;
  }
  return bytes.length;
}

function isHarmlessTail(tail: Uint8Array, previews: number): boolean {
  return tail.every((byte) => byte === 0) || (previews > 0 && readJpeg(tail, previews - 1) !== null);
}
