import { base64 } from '@scure/base';

const KEY_BYTES = 32;

export interface TicketKey {
  version: number;
  key: Uint8Array<ArrayBuffer>;
}

/** Reads comma-separated `version:key` pairs, highest version first. Returns null for any other text. */
export function readTicketKeys(text: string): TicketKey[] | null {
  const keys = text.split(',').map((pair) => readKey(pair.trim()));
  const known = keys.filter((key) => key !== null);
  const isNewestFirst = known.every(({ version }, at) => at === 0 || version < known[at - 1]!.version);
  return known.length === keys.length && isNewestFirst ? known : null;
}

function readKey(pair: string): TicketKey | null {
  const [, version, encoded = ''] = /^([1-9]\d{0,8}):([A-Za-z0-9+/]{43}=)$/.exec(pair) ?? [];
  if (!version) return null;
  try {
    const key = new Uint8Array(base64.decode(encoded));
    return key.length === KEY_BYTES ? { version: Number(version), key } : null;
  } catch {
    return null;
  }
}
