import { type ImageHeader, spells, viewOf } from './image-bytes.ts';

const EXTENSION = 0x21;
const FRAME = 0x2c;
const TRAILER = 0x3b;

/** A GIF to its trailer, cut down to its first frame: what follows is never decoded. */
export function readGif(bytes: Uint8Array): ImageHeader | null {
  if ((!spells(bytes, 0, 'GIF87a') && !spells(bytes, 0, 'GIF89a')) || bytes.length < 14) return null;
  const view = viewOf(bytes);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let firstFrameEnd = 0;
  let at = 13 + colourTable(bytes[10]!);
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === TRAILER) {
      if (firstFrameEnd === 0 || at + 1 !== bytes.length) return null;
      return { ...size, bytes: firstFrame(bytes, firstFrameEnd) };
    }
    if (block === EXTENSION) {
      at = endOfBlocks(bytes, at + 2);
    } else if (block === FRAME && at + 10 < bytes.length) {
      size.width = Math.max(size.width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      size.height = Math.max(size.height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at = endOfBlocks(bytes, at + 11 + colourTable(bytes[at + 9]!));
      firstFrameEnd ||= at;
    } else {
      return null;
    }
  }
  return null;
}

/** The bytes a colour table takes, from the packed field that announces it. */
function colourTable(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** Behind the empty block that ends a row of data blocks. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
  return at + 1;
}

function firstFrame(bytes: Uint8Array, end: number): Uint8Array {
  const frame = new Uint8Array(end + 1);
  frame.set(bytes.subarray(0, end));
  frame[end] = TRAILER;
  return frame;
}
