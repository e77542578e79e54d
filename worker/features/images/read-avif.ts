import { type ImageHeader, spells, viewOf } from './image-bytes.ts';

interface Box {
  type: string;
  body: Uint8Array;
}

/** A picture has a few boxes at each level, one with many tiles some hundreds; ten megabytes of empty ones would fill the memory. */
const MAX_BOXES = 4096;

/** An AVIF whose boxes fill the file. The largest size any of its items names counts. */
export function readAvif(bytes: Uint8Array): ImageHeader | null {
  if (!spells(bytes, 4, 'ftyp')) return null;
  const boxes = boxesOf(bytes);
  const brands = boxes?.find(({ type }) => type === 'ftyp')?.body;
  if (!boxes || !brands || !isAvif(brands) || !boxes.some(({ type }) => type === 'mdat')) return null;
  const meta = boxes.find(({ type }) => type === 'meta')?.body;
  // The meta box is a full box: four bytes of version and flags come first.
  const properties = meta && inside(inside(boxesOf(meta.subarray(4)), 'iprp'), 'ipco');
  const sizes = (properties ?? []).filter(({ type, body }) => type === 'ispe' && body.length >= 12).map(({ body }) => viewOf(body));
  if (sizes.length === 0) return null;
  return {
    width: Math.max(...sizes.map((view) => view.getUint32(4))),
    height: Math.max(...sizes.map((view) => view.getUint32(8))),
    bytes,
  };
}

function isAvif(brands: Uint8Array): boolean {
  for (let at = 0; at + 4 <= brands.length; at += 4) if (spells(brands, at, 'avif') || spells(brands, at, 'avis')) return true;
  return false;
}

function inside(boxes: Box[] | null, type: string): Box[] | null {
  const box = boxes?.find((one) => one.type === type);
  return box ? boxesOf(box.body) : null;
}

/** The boxes that fill `bytes` from end to end, or null where one does not fit or there are more than a picture needs. */
function boxesOf(bytes: Uint8Array): Box[] | null {
  const view = viewOf(bytes);
  const boxes: Box[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + 8 > bytes.length) return null;
    const declared = view.getUint32(at);
    const isLarge = declared === 1;
    if (isLarge && at + 16 > bytes.length) return null;
    const header = isLarge ? 16 : 8;
    const length = isLarge ? Number(view.getBigUint64(at + 8)) : declared === 0 ? bytes.length - at : declared;
    if (length < header || at + length > bytes.length) return null;
    if (boxes.length === MAX_BOXES) return null;
    boxes.push({ type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), body: bytes.subarray(at + header, at + length) });
    at += length;
  }
  return boxes;
}
