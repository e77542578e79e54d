import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { FullConfig } from '@playwright/test';
import { program } from '../../worker/local/processes/program.ts';
import { firstOfFreePorts } from '../support/free-ports.ts';
import { addRunOutHold } from '../support/run-out-hold.ts';
import { FIRST_STATE, PORTS_OF_A_SERVER } from '../support/tested-server.ts';

/**
 * Builds the app, unless `npm test` has just built it, and makes the state with which each server of the browser tests
 * begins. Then it chooses the servers' ports, unless `E2E_PORT` names the first one.
 */
export default async function buildOnce({ workers }: FullConfig): Promise<void> {
  rmSync(FIRST_STATE, { recursive: true, force: true });
  if (!process.env['IS_BUILT']) execFileSync(...program('vite', ['build', '--logLevel', 'warn']), { stdio: 'inherit' });
  await addRunOutHold(FIRST_STATE);
  process.env['E2E_PORT'] ??= String(await firstOfFreePorts(PORTS_OF_A_SERVER * workers, 'browser'));
}
