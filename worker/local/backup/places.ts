/** The database of a deployment, as far as a backup needs it: D1 of this machine, of Cloudflare, or of a test. */
export interface Database {
  prepare: (sql: string) => DatabaseStatement;
  batch: (statements: DatabaseStatement[]) => Promise<unknown>;
}

interface DatabaseStatement {
  bind: (...values: (string | number | null)[]) => DatabaseStatement;
  raw: <T>() => Promise<T[]>;
  run: () => Promise<unknown>;
}

/** What R2 keeps beside an object's bytes. */
export interface ObjectFacts {
  httpMetadata?: Record<string, unknown> | undefined;
  customMetadata?: Record<string, string> | undefined;
}

interface StoredObject extends ObjectFacts {
  arrayBuffer: () => Promise<ArrayBuffer>;
}

/** A bucket, as far as a backup needs it. */
export interface Bucket {
  list: (options: { cursor?: string }) => Promise<{ objects: { key: string }[]; truncated: boolean; cursor?: string }>;
  get: (key: string) => Promise<StoredObject | null>;
  put: (key: string, bytes: Uint8Array, facts: ObjectFacts) => Promise<unknown>;
  delete: (keys: string[]) => Promise<void>;
}

/** What is backed up: the database, the buckets by their bindings, and the Worker, which answers for its chat rooms. */
export interface Deployment {
  database: Database;
  buckets: Record<string, Bucket>;
  /** Calls the Worker with the service key. `path` begins with a slash. */
  call: (
    path: string,
    init?: { method: string; body: string },
  ) => Promise<{ ok: boolean; status: number; text: () => Promise<string> }>;
}

/** Where a backup is kept, by the names of its files: a folder, or the memory of a test. */
export interface Keeping {
  /** Adds text to the end of a file. */
  append: (name: string, text: string) => Promise<void>;
  write: (name: string, bytes: Uint8Array) => Promise<void>;
  read: (name: string) => Promise<Uint8Array>;
  lines: (name: string) => AsyncIterable<string>;
}
