export type Bytes = Uint8Array<ArrayBuffer>;

/** Returns hex in lower case. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Reads lower-case hex. Any other text gives fewer bytes. */
export const fromHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/[0-9a-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16));

export const textBytes = (text: string): Bytes => Uint8Array.from(new TextEncoder().encode(text));

export function joinBytes(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
