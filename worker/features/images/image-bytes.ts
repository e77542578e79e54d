/** What the bytes say of themselves before anything decodes them; `bytes` is the part a decoder may see. */
export interface ImageHeader {
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** A view of the bytes for reading numbers. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Whether the ASCII `text` stands at `at`. */
export function spells(bytes: Uint8Array, at: number, text: string): boolean {
  if (at + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
