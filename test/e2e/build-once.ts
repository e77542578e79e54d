import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { addRunOutHold } from '../support/run-out-hold.ts';
import { FIRST_STATE } from '../support/tested-server.ts';

/** Builds the app, unless `npm test` has just built it, and makes the state that each server of the browser tests begins with. */
export default async function buildOnce(): Promise<void> {
  rmSync(FIRST_STATE, { recursive: true, force: true });
  if (!process.env['IS_BUILT']) execFileSync('node_modules/.bin/vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit' });
  await addRunOutHold(FIRST_STATE);
}
