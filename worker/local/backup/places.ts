import type { Cell } from '../../http/database/row-copies.ts';

export interface Database {
  prepare: (sql: string) => DatabaseStatement;
  /** Runs the statements in one transaction. Each row is an object that maps column names to values. */
  batch: (statements: DatabaseStatement[]) => Promise<{ results: Record<string, Cell>[] }[]>;
}

/** A temporary database for one backup or restore. Foreign keys are not enforced until `run` turns them on. */
export interface Scratch extends Database {
  run: (script: string) => Promise<void>;
  close: () => Promise<void>;
}

export interface DatabaseStatement {
  bind: (...values: (string | number | null)[]) => DatabaseStatement;
  raw: <T>() => Promise<T[]>;
  run: () => Promise<unknown>;
}

interface ObjectFacts {
  httpMetadata?: Record<string, unknown> | undefined;
  customMetadata?: Record<string, string> | undefined;
}

interface StoredObject extends ObjectFacts {
  arrayBuffer: () => Promise<ArrayBuffer>;
}

export interface Bucket {
  list: (options: { cursor?: string }) => Promise<{ objects: { key: string }[]; truncated: boolean; cursor?: string }>;
  get: (key: string) => Promise<StoredObject | null>;
  put: (key: string, bytes: Uint8Array, facts: ObjectFacts) => Promise<unknown>;
  delete: (keys: string[]) => Promise<void>;
}

/** Backup and restore use the database and the buckets directly. They reach the chat rooms through the Worker. */
export interface Deployment {
  /** `local`, `staging` or `production`. Only `--from` allows a restore from another environment's backup. */
  environment: string;
  database: Database;
  buckets: Record<string, Bucket>;
  /** Calls the Worker with the service key. `path` begins with a slash. */
  call: (
    path: string,
    init?: { method: string; body: string },
  ) => Promise<{ ok: boolean; status: number; text: () => Promise<string> }>;
}

export interface Keeping {
  append: (name: string, text: string) => Promise<void>;
  write: (name: string, bytes: Uint8Array) => Promise<void>;
  read: (name: string) => Promise<Uint8Array>;
  lines: (name: string) => AsyncIterable<string>;
}
