/** The rows of a table, or of a room, and the SHA-256 of their lines in order. */
export interface Hashed {
  rows: number;
  sha256: string;
}

/** An object of a bucket: its key, size in bytes, hash, and what R2 keeps beside it. */
export interface HashedObject {
  key: string;
  size: number;
  sha256: string;
  httpMetadata?: Record<string, unknown> | undefined;
  customMetadata?: Record<string, string> | undefined;
}

/** The contents of a backup, in its file `manifest.json`. Two states of a deployment are equal if these hashes are. */
export interface Manifest {
  /** When the backup was begun, as an ISO instant. */
  made_at: string;
  /**
   * The statements that make the tables, in an order in which each refers to earlier ones; then all that stands on
   * them.
   */
  schema: { type: string; name: string; sql: string }[];
  tables: Record<string, Hashed & { columns: string[] }>;
  /** By the id of the event. Only rooms with rows. */
  rooms: Record<string, Hashed>;
  buckets: Record<string, HashedObject[]>;
}

/** The sentences that say where two manifests differ. None if they are equal. */
export function differencesOf(expected: Manifest, found: Manifest): string[] {
  return [
    ...differing('table', expected.tables, found.tables),
    ...differing('room', expected.rooms, found.rooms),
    ...[...new Set([...Object.keys(expected.buckets), ...Object.keys(found.buckets)])].flatMap((bucket) =>
      differing(`object of ${bucket}`, byKey(expected.buckets[bucket]), byKey(found.buckets[bucket])),
    ),
  ];
}

const byKey = (objects: readonly HashedObject[] = []) =>
  Object.fromEntries(objects.map((object) => [object.key, object]));

function differing(
  kind: string,
  expected: Record<string, { sha256: string }>,
  found: Record<string, { sha256: string }>,
): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].toSorted();
  return names.flatMap((name) => {
    if (!found[name]) return [`The ${kind} ${name} is missing.`];
    if (!expected[name]) return [`The ${kind} ${name} is not in the backup.`];
    return expected[name].sha256 === found[name].sha256 ? [] : [`The ${kind} ${name} has other contents.`];
  });
}
