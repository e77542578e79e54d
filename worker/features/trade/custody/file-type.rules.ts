import type { FileType } from '../../../../drizzle/handover-vocabulary.ts';

const BEGINNINGS: readonly [FileType | 'zip', string][] = [
  ['application/pdf', '%PDF-'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['zip', 'PK\x03\x04'],
];

const ZIP_END = { mark: 0x06054b50, bytes: 22, longest_comment: 65_535 };
const ZIP_ENTRY = { mark: 0x02014b50, bytes: 46 };
/** At most this many entries of a zip are read. A pass only needs a few pictures and languages. */
const MOST_ENTRIES = 500;

/** Finds the type of a ticket file. A zip with `pass.json` is a wallet pass. Returns null for any other type. */
export function typeOfFile(bytes: Uint8Array): FileType | null {
  const type = BEGINNINGS.find(([, beginning]) => beginsWith(bytes, beginning))?.[0] ?? null;
  if (type !== 'zip') return type;
  return namesInZip(bytes).includes('pass.json') ? 'application/vnd.apple.pkpass' : null;
}

function beginsWith(bytes: Uint8Array, beginning: string): boolean {
  return (
    bytes.length > beginning.length && Array.from(beginning).every((letter, at) => bytes[at] === letter.charCodeAt(0))
  );
}

/** Returns no names for a damaged archive. */
function namesInZip(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfZip(view);
  if (end === null) return [];
  const names: string[] = [];
  let at = view.getUint32(end + 16, true);
  const count = Math.min(view.getUint16(end + 10, true), MOST_ENTRIES);
  while (names.length < count && at + ZIP_ENTRY.bytes <= end && view.getUint32(at, true) === ZIP_ENTRY.mark) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    names.push(new TextDecoder().decode(bytes.subarray(at + ZIP_ENTRY.bytes, at + ZIP_ENTRY.bytes + name)));
    at += ZIP_ENTRY.bytes + name + extra + comment;
  }
  return names;
}

function endOfZip(view: DataView): number | null {
  const last = view.byteLength - ZIP_END.bytes;
  const first = Math.max(0, last - ZIP_END.longest_comment);
  for (let at = last; at >= first; at--) {
    if (view.getUint32(at, true) === ZIP_END.mark) return at;
  }
  return null;
}
