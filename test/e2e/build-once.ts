import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { FullConfig } from '@playwright/test';
import { program } from '../../worker/local/processes/program.ts';
import { addRunOutHold } from '../support/run-out-hold.ts';
import { FIRST_STATE, PORTS_OF_A_SERVER } from '../support/tested-server.ts';
import { isPortFree } from '../../worker/local/is-port-free.ts';

/**
 * Builds the app, unless `npm test` has just built it, and makes the state with which each server of the browser tests
 * begins. Then it chooses the servers' ports, unless `E2E_PORT` names the first one.
 */
export default async function buildOnce({ workers }: FullConfig): Promise<void> {
  rmSync(FIRST_STATE, { recursive: true, force: true });
  if (!process.env['IS_BUILT']) execFileSync(...program('vite', ['build', '--logLevel', 'warn']), { stdio: 'inherit' });
  await addRunOutHold(FIRST_STATE);
  process.env['E2E_PORT'] ??= String(await firstOfFreePorts(PORTS_OF_A_SERVER * workers));
}

/**
 * Returns the first of `count` consecutive free ports. The search begins at a different port in each run, because the
 * servers open the ports only seconds later.
 */
async function firstOfFreePorts(count: number): Promise<number> {
  for (let first = 8799 + count * (process.pid % 1000); ; first += count) {
    const areFree = await Promise.all(Array.from({ length: count }, (_, at) => isPortFree(first + at)));
    if (areFree.every(Boolean)) return first;
  }
}
