import type { ImageHeader } from './image-bytes.ts';
import { readAvif } from './read-avif.ts';
import { readGif } from './read-gif.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readWebp } from './read-webp.ts';

const READERS = [readJpeg, readPng, readWebp, readGif, readAvif];

/** Text that has no business in a picture: a file that is also a page, a script or a document. */
const SECOND_NATURE = /<script|<html|<!doctype|<\?php|%pdf-/i;

/**
 * The header of a JPEG, PNG, WebP, GIF or AVIF whose structure runs unbroken from the first byte to the last. Null for everything
 * else: SVG, truncated files, files with something behind the picture, files that are a second thing as well.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  for (const read of READERS) {
    const header = read(bytes);
    if (header) return header.width > 0 && header.height > 0 && !hasSecondNature(bytes) ? header : null;
  }
  return null;
}

function hasSecondNature(bytes: Uint8Array): boolean {
  return SECOND_NATURE.test(new TextDecoder('latin1').decode(bytes));
}
