import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ChainedEntry } from '../../contract/staff/audit-chain.ts';

/** Opens the local database for reading. Throws if `npm start` has not made it yet. */
export function openLocalDatabase(): DatabaseSync {
  const state = resolve(process.env['STATE_DIR'] ?? '.wrangler/state');
  const file = globSync(`${state}/v3/d1/*/*.sqlite`).find((path) => !path.endsWith('metadata.sqlite'));
  if (file === undefined) throw new Error(`There is no database in ${state}. Run npm start once: it makes one.`);
  // A running server locks the file for short moments.
  return new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
}

/** `created_at` is in UTC ms. */
export interface SentMessage {
  channel: 'email' | 'sms';
  recipient: string;
  sealed: string;
  status: string;
  created_at: number;
}

export function newestMessages(
  database: DatabaseSync,
  { count, to }: { count: number; to: string | undefined },
): SentMessage[] {
  const sql = `SELECT channel, recipient, coalesce(sealed, (SELECT sealed FROM mail_contents c
    WHERE c.id = content_id)) AS sealed, status, created_at
    FROM outbox WHERE ?1 IS NULL OR recipient = ?1 COLLATE NOCASE ORDER BY created_at DESC, rowid DESC LIMIT ?2`;
  return database.prepare(sql).all(to ?? null, count) as unknown as SentMessage[];
}

export function auditEntriesAfter(
  database: DatabaseSync,
  { seq, count }: { seq: number; count: number },
): (ChainedEntry & { hash: string })[] {
  const sql = 'SELECT * FROM audit_log WHERE seq > ? ORDER BY seq LIMIT ?';
  return database.prepare(sql).all(seq, count) as unknown as (ChainedEntry & { hash: string })[];
}
