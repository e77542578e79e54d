import { createHash } from 'node:crypto';
import * as v from 'valibot';

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** The number of rows of a table or a chat room, and the SHA-256 of their lines in order. */
const Hashed = v.object({ rows: v.pipe(v.number(), v.integer()), sha256: Sha256 });
export type Hashed = v.InferOutput<typeof Hashed>;

/** `size` is in bytes. */
const HashedObject = v.object({
  key: v.string(),
  size: v.number(),
  sha256: Sha256,
  httpMetadata: v.optional(v.record(v.string(), v.unknown())),
  customMetadata: v.optional(v.record(v.string(), v.string())),
});
export type HashedObject = v.InferOutput<typeof HashedObject>;

const Manifest = v.object({
  /** When the backup began, in ISO 8601. */
  made_at: v.string(),
  environment: v.string(),
  /** The commit whose code made the backup, or null outside of a git checkout. */
  commit: v.nullable(v.string()),
  /** The name of the last migration of the database. */
  last_migration: v.nullable(v.string()),
  /** The SHA-256 of `schema`. */
  schema_sha256: Sha256,
  /** The statements that create the tables, parents first, and then indexes, virtual tables, views and triggers. */
  schema: v.array(v.object({ type: v.string(), name: v.string(), sql: v.string() })),
  tables: v.record(v.string(), v.object({ ...Hashed.entries, columns: v.array(v.string()) })),
  /** The chat rooms that have rows, by event id. */
  rooms: v.record(v.string(), Hashed),
  buckets: v.record(v.string(), v.array(HashedObject)),
});

export type Manifest = v.InferOutput<typeof Manifest>;
/** Two deployments hold the same data if these hashes are equal. */
export type Contents = Pick<Manifest, 'tables' | 'rooms' | 'buckets'>;

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Writes a manifest together with its hash, so that a later change to the manifest is noticed. */
export function writeManifest(manifest: Manifest): Uint8Array {
  const text = JSON.stringify(manifest);
  return new TextEncoder().encode(JSON.stringify({ sha256: sha256(text), manifest }, null, 1));
}

const File = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ sha256: Sha256, manifest: Manifest }),
  v.check((file) => sha256(JSON.stringify(file.manifest)) === file.sha256),
);

/** @throws {Error} if the manifest is incomplete, has a format that this code does not know, or was changed. */
export function parseManifest(bytes: Uint8Array): Manifest {
  const read = v.safeParse(File, new TextDecoder().decode(bytes));
  if (read.success) return read.output.manifest;
  throw new Error('Nothing was changed. The manifest of the backup is damaged, or it is of an older kind of backup.');
}

export function differencesOf(expected: Contents, found: Contents): string[] {
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
