import { followChain, GENESIS, type ChainHead } from '../contract/staff/audit-chain.ts';
import { auditEntriesAfter, openLocalDatabase } from './database/local.db.ts';
import { sayFailure } from './say-failure.ts';

const PAGE = 1000;

/** Checks the chain of the local audit log. Returns the last entry, or the number of the first missing or wrong one. */
async function verify(): Promise<ChainHead | { broken_at: number }> {
  const database = openLocalDatabase();
  let head: ChainHead = { seq: 0, hash: GENESIS };
  for (;;) {
    const entries = auditEntriesAfter(database, { seq: head.seq, count: PAGE });
    const followed = await followChain(head, entries);
    if ('broken_at' in followed) return followed;
    ({ head } = followed);
    if (entries.length < PAGE) return head;
  }
}

await sayFailure(async () => {
  const result = await verify();
  if ('broken_at' in result) throw new Error(`The audit log is broken at entry ${result.broken_at}.`);
  console.info(`The audit log is intact: ${result.seq} entries, last hash ${result.hash}.`);
});
