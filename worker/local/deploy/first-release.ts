import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../database/migrate.db.ts';
import { openPlatform } from '../platform.ts';
import { localVariables } from '../settings/variables.ts';
import { smokeProblems } from './smoke-checks.ts';

/** Simulates a first deployment of the built Worker on this machine. Returns what does not work, as sentences. */
export async function playFirstRelease({ build, port }: { build: string; port: number }): Promise<string[]> {
  const state = mkdtempSync(join(tmpdir(), 'vouch-first-'));
  const platform = openPlatform(state);
  try {
    await platform.serve({ port, variables: localVariables(port), still: true });
    await migrate(await platform.database());
    return await smokeProblems({ site: `http://127.0.0.1:${port}`, build, fetch });
  } finally {
    await platform.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
