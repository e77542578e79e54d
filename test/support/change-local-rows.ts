import { globSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TESTED_SERVER } from './tested-server.ts';

/** Ends the time of a request in the database of the server under test, which runs meanwhile: the time to pay, or that of the seller. */
export function endTimeOf(requestId: string): void {
  const file = globSync(`${TESTED_SERVER.state}/v3/d1/**/*.sqlite`).find((path) => !path.endsWith('metadata.sqlite'));
  const db = new DatabaseSync(file!);
  try {
    // The server does not wait for a lock, so this one is held as briefly as possible: nothing is waited for to reach the disk.
    db.exec('pragma busy_timeout = 5000; pragma synchronous = off');
    db.prepare('update ticket_requests set expires_at = ? where id = ?').run(Date.now(), requestId);
  } finally {
    db.close();
  }
}
