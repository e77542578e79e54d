export type FileKind = 'pdf' | 'picture' | 'pass';

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);

/** Detects the kind of a file from its first bytes. Returns null for a kind that is not supported. */
export function kindOf(bytes: Uint8Array): FileKind | null {
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) || startsWith(bytes, [0xff, 0xd8, 0xff]))
    return 'picture';
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) ? 'pass' : null;
}

/** Reads the pixel count from the header of a PNG or JPEG, so that too large ones can be refused. 0 if unknown. */
export function pixelsOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0x89) return bytes.length < 24 ? 0 : view.getUint32(16) * view.getUint32(20);
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return 0;
    const marker = bytes[at + 1]!;
    // A frame starts with a marker from C0 to CF, except C4, C8 and CC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return view.getUint16(at + 5) * view.getUint16(at + 7);
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return 0;
}
