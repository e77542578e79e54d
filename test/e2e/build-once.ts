import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { program } from '../../worker/local/processes/program.ts';
import { firstOfFreePorts } from '../support/free-ports.ts';
import { addRunOutHold } from '../support/run-out-hold.ts';
import { PORTS_OF_A_SERVER } from '../support/tested-server.ts';

/** Builds the app, unless `npm test` has just built it. `E2E_PORT` can name the first port of the servers. */
export default async function buildOnce({ workers }: FullConfig): Promise<() => void> {
  if (!process.env['IS_BUILT']) execFileSync(...program('vite', ['build', '--logLevel', 'warn']), { stdio: 'inherit' });
  process.env['E2E_PORT'] ??= String(await firstOfFreePorts(PORTS_OF_A_SERVER * workers, 'browser'));
  const states = mkdtempSync(join(tmpdir(), 'vouch-e2e-'));
  process.env['E2E_STATES'] = states;
  const end = () => rmSync(states, { recursive: true, force: true, maxRetries: 5 });
  try {
    await addRunOutHold(join(states, 'first'));
  } catch (error) {
    end();
    throw error;
  }
  return end;
}
