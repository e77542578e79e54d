import { resolve } from 'node:path';
import { getPlatformProxy } from 'wrangler';
import { followChain, GENESIS, type ChainedEntry, type ChainHead } from '../contract/audit-chain.ts';

const PAGE = 1000;

/** Follows the audit log of the local database from its first entry to its last; ends with 1 where the chain is broken. */
async function verify(persistPath: string): Promise<void> {
  const platform = await getPlatformProxy<{ DB: D1 }>({ persist: { path: persistPath } });
  try {
    let head: ChainHead = { seq: 0, hash: GENESIS };
    for (let hasMore = true; hasMore;) {
      const { results } = await platform.env.DB.prepare('select * from audit_log where seq > ? order by seq limit ?')
        .bind(head.seq, PAGE)
        .all();
      const followed = await followChain(head, results);
      if ('broken_at' in followed) {
        console.error(`The audit log is broken at entry ${followed.broken_at}.`);
        process.exitCode = 1;
        return;
      }
      ({ head } = followed);
      hasMore = results.length === PAGE;
    }
    console.info(`The audit log holds: ${head.seq} entries, last hash ${head.hash}.`);
  } finally {
    await platform.dispose();
  }
}

/** What of the database this needs. */
interface D1 {
  prepare: (sql: string) => { bind: (...values: unknown[]) => { all: () => Promise<{ results: (ChainedEntry & { hash: string })[] }> } };
}

await verify(`${resolve(process.env['STATE_DIR'] ?? '.wrangler/state')}/v3`);
