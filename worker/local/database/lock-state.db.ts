import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The operating system releases the lock when the process ends, for any reason. */
export interface StateLock {
  release: () => void;
}

/** Keeps the locks of this process from the garbage collector, which would end them. */
const held = new Set<DatabaseSync>();

/**
 * Locks the folder, so that no second server, backup or restore opens its files. `holder` describes this process, such
 * as `npm start on port 8787`. Throws if another process has the lock.
 */
export function lockState(state: string, holder: string): StateLock {
  mkdirSync(state, { recursive: true });
  const db = new DatabaseSync(join(state, 'lock.sqlite'), { timeout: 0 });
  try {
    db.exec('CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL)');
    db.prepare('INSERT INTO holder VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name').run(
      `${holder} (process ${process.pid})`,
    );
    // This transaction stays open, so no other process can begin one. Everybody can still read who holds the lock.
    db.exec('BEGIN IMMEDIATE');
  } catch {
    const found = holderOf(db);
    db.close();
    throw new Error(`${found} uses ${state}. Stop it first, or set STATE_DIR to another folder.`);
  }
  held.add(db);
  return {
    release: () => {
      held.delete(db);
      db.close();
    },
  };
}

function holderOf(db: DatabaseSync): string {
  try {
    return String(db.prepare('SELECT name FROM holder').get()?.['name']);
  } catch {
    return 'Another process';
  }
}
