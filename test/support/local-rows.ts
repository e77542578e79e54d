import { globSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TESTED_SERVER } from './tested-server.ts';

/** Rows from the database of the server under test. Its file is opened for reading while the server runs. */
export function localRows(sql: string, ...values: string[]): Record<string, unknown>[] {
  const file = globSync(`${TESTED_SERVER.state}/v3/d1/**/*.sqlite`).find((path) => !path.endsWith('metadata.sqlite'));
  const db = new DatabaseSync(file!, { readOnly: true });
  try {
    return db.prepare(sql).all(...values);
  } finally {
    db.close();
  }
}
