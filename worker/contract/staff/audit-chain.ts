import { toHex } from '../text/bytes.ts';

/** The hash of an audit entry covers these fields as stored: `at` in UTC ms, `before` and `after` as JSON text. */
export interface ChainedEntry {
  seq: number;
  at: number;
  actor_id: string;
  /** The actor's address at that time. Null if the account has none. */
  actor_email: string | null;
  action: string;
  target_type: string;
  target_id: string;
  before: string;
  after: string;
  request_id: string;
  prev_hash: string;
}

/** `prev_hash` of the first entry. */
export const GENESIS = 'genesis';

/** Returns the SHA-256 of an entry in hex. It covers the previous hash. */
export async function entryHash(entry: ChainedEntry): Promise<string> {
  const covered = [
    entry.seq,
    entry.at,
    entry.actor_id,
    entry.actor_email,
    entry.action,
    entry.target_type,
    entry.target_id,
    entry.before,
    entry.after,
    entry.request_id,
    entry.prev_hash,
  ];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(covered)));
  return toHex(new Uint8Array(hash));
}

export interface ChainHead {
  seq: number;
  hash: string;
}

/** Expects entries sorted by `seq`. Returns the new head, or the number of the first entry that is missing or wrong. */
export async function followChain(
  head: ChainHead,
  entries: readonly (ChainedEntry & { hash: string })[],
): Promise<{ head: ChainHead } | { broken_at: number }> {
  let { seq, hash } = head;
  for (const entry of entries) {
    if (entry.seq !== seq + 1 || entry.prev_hash !== hash || entry.hash !== (await entryHash(entry)))
      return { broken_at: seq + 1 };
    ({ seq, hash } = entry);
  }
  return { head: { seq, hash } };
}
