import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { program } from '../../worker/local/processes/program.ts';
import { seededRandom } from '../../worker/local/fake-provider/seeded-random.ts';
import { firstOfFreePorts } from '../support/free-ports.ts';
import { runUse } from './use/run-use.ts';
import { showResult } from './use/show-result.ts';

const USE_SECONDS = 600;
const KILLS = 10;
const PEOPLE = 200;
/** A soak with many kills lasts this many seconds for each kill. */
const SECONDS_PER_KILL = 10;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    kills: { type: 'string' },
    people: { type: 'string' },
    seed: { type: 'string' },
    report: { type: 'string' },
  },
});
const kills = Number(values.kills ?? KILLS);
const seconds = Number(values.seconds ?? Math.max(USE_SECONDS, kills * SECONDS_PER_KILL));
const people = Number(values.people ?? PEOPLE);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
/** The server needs a port for itself, a port for the services that it calls, and a port for its inspector. */
const PORTS = 3;
const port = Number(process.env['PORT'] ?? (await firstOfFreePorts(PORTS, 'soak')));

if (process.env['IS_BUILT'] !== 'yes') {
  const { status } = spawnSync(...program('vite', ['build', '--logLevel', 'warn']), { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const state = mkdtempSync(join(tmpdir(), 'vouch-soak-'));
console.info(`${people} people for ${seconds} s, ${kills} kills, seed ${seed}`);
try {
  const result = await runUse({ seconds, kills, people, port, state, random: seededRandom(seed) });
  showResult(result);
  const failed = Number(process.exitCode);
  // For `npm test`, which counts a soak as one test.
  if (values.report) writeFileSync(values.report, JSON.stringify({ passed: 1 - failed, failed }));
} finally {
  rmSync(state, { recursive: true, force: true });
}
process.exit();
