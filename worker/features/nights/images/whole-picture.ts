/** Returns the part of a picture to decode, or null if the structure of the format is broken. */
type Reader = (bytes: Uint8Array, view: DataView) => Uint8Array | null;

const OTHER_KINDS = /<script|<html|<!doctype|<\?php|%pdf-/i;

/** Tiled AVIF and HEIC files have hundreds of boxes. A million boxes would keep the decoder busy for seconds. */
const MAX_BOXES = 4096;
/** Cameras append one or two previews to a JPEG. */
const MAX_PREVIEWS = 4;

/** A format's signature is the Latin-1 `text` at the offset `at`. */
const FORMATS: { type: string; at: number; text: string; read: Reader }[] = [
  { type: 'image/png', at: 0, text: '\x89PNG\r\n\x1a\n', read: wholePng },
  { type: 'image/jpeg', at: 0, text: '\xff\xd8', read: (bytes) => wholeJpeg(bytes, MAX_PREVIEWS) },
  { type: 'image/webp', at: 8, text: 'WEBP', read: wholeWebp },
  { type: 'image/gif', at: 0, text: 'GIF8', read: wholeGif },
  // Phones write HEIC, in two profiles.
  { type: 'image/heic', at: 4, text: 'ftypheic', read: wholeBoxes },
  { type: 'image/heic', at: 4, text: 'ftypheix', read: wholeBoxes },
  { type: 'image/avif', at: 4, text: 'ftyp', read: wholeBoxes },
];

/**
 * Returns a picture's type and the bytes to decode. Returns null for files that the decoder would accept but we refuse:
 * files with data after the picture, and pictures that are also a page, a script or a document.
 */
export function wholePicture(bytes: Uint8Array): { type: string; bytes: Uint8Array } | null {
  const format = FORMATS.find(({ at, text }) => spells(bytes, at, text));
  if (!format || OTHER_KINDS.test(new TextDecoder('latin1').decode(bytes))) return null;
  const whole = format.read(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return whole && { type: format.type, bytes: whole };
}

/** `text` is Latin-1. */
function spells(bytes: Uint8Array, at: number, text: string): boolean {
  return Array.from(text).every((char, offset) => bytes[at + offset] === char.charCodeAt(0));
}

/** The end chunk must be the end of the file. */
function wholePng(bytes: Uint8Array, view: DataView): Uint8Array | null {
  for (let at = 8; at + 12 <= bytes.length;) {
    const next = at + 12 + view.getUint32(at);
    if (spells(bytes, at + 4, 'IEND')) return next === bytes.length ? bytes : null;
    at = next;
  }
  return null;
}

/** The chunks must fill the declared length, which must be the length of the file. */
function wholeWebp(bytes: Uint8Array, view: DataView): Uint8Array | null {
  if (bytes.length < 20 || view.getUint32(4, true) + 8 !== bytes.length) return null;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return at === bytes.length ? bytes : null;
}

/** The boxes must fill the file, and one of them must hold the pixels. */
function wholeBoxes(bytes: Uint8Array, view: DataView): Uint8Array | null {
  let hasPixels = false;
  let at = 0;
  for (let boxes = 0; boxes < MAX_BOXES && at + 8 <= bytes.length; boxes += 1) {
    const declared = view.getUint32(at);
    hasPixels ||= spells(bytes, at + 4, 'mdat');
    if (declared === 1 && at + 16 > bytes.length) return null;
    // Length 0 means the rest of the file. Length 1 means that the real length is in the eight bytes after the type.
    const length = declared === 1 ? Number(view.getBigUint64(at + 8)) : declared === 0 ? bytes.length - at : declared;
    if (length < 8) return null;
    at += length;
  }
  return hasPixels && at === bytes.length ? bytes : null;
}

/** Only zeros or a few more JPEGs may follow the end marker, and they are cut off. */
function wholeJpeg(bytes: Uint8Array, previews: number): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) {
      const tail = bytes.subarray(at + 2);
      const isHarmless = tail.every((byte) => byte === 0) || (previews > 0 && wholeJpeg(tail, previews - 1) !== null);
      return isHarmless ? bytes.subarray(0, at + 2) : null;
    }
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    if (length < 2) return null;
    at += 2 + length;
    if (marker === 0xda) at = endOfScan(bytes, at);
  }
  return null;
}

/** The position of the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1];
    if (marker !== undefined && marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Keeps only the first frame. The platform would keep a long animation with its metadata. */
function wholeGif(bytes: Uint8Array): Uint8Array | null {
  let firstFrameEnd = 0;
  let at = 13 + colorTable(bytes[10]!);
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === 0x3b) {
      if (firstFrameEnd === 0 || at + 1 !== bytes.length) return null;
      const frame = bytes.slice(0, firstFrameEnd + 1);
      frame[firstFrameEnd] = block;
      return frame;
    }
    if (block === 0x21) {
      at = endOfBlocks(bytes, at + 2);
    } else if (block === 0x2c) {
      at = endOfBlocks(bytes, at + 11 + colorTable(bytes[at + 9]!));
      firstFrameEnd ||= at;
    } else {
      return null;
    }
  }
  return null;
}

/** Returns the size of a color table in bytes, or 0 without a table. `packed` is the byte of flags before the table. */
function colorTable(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** The position after the empty block that ends a series of data blocks. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
  return at + 1;
}
