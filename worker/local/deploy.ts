import { existsSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildId } from './settings/build-id.ts';
import { writeExpandConfig } from './deploy/expand-config.ts';
import { readMigrations, thawed } from './migration/files.ts';
import { guardLocally } from './migration/open-databases.ts';
import { phasesOf } from './deploy/migration-phases.ts';
import { rehearse, type RehearsingMachine, unfinished } from './deploy/rehearse.ts';
import { deploy, type Outcome } from './deploy/run-deploy.ts';
import type { DeployStep } from './deploy/steps.ts';
import { playFirstRelease } from './deploy/first-release.ts';
import { deployFromButton } from './deploy/from-button.ts';
import { runCommand } from './processes/run-command.ts';
import { ENVIRONMENTS, isEnvironment } from './settings/environments.ts';

// `npm run deploy -- staging|production [--rehearse] [--secrets FILE]`
const UPLOADED = 'dist/deploy/uploaded.ndjson';
const migrations = readMigrations('migrations');
const machine: RehearsingMachine = {
  run,
  phases: (applied) => {
    const phases = phasesOf(migrations, applied);
    writeExpandConfig(migrations, phases);
    return phases;
  },
  guard: async (applied) => [...thawed('migrations'), ...(await guardLocally({ migrations, applied }))],
  playFirst: (build) => playFirstRelease({ build, port: Number(process.env['PORT'] ?? 8798) }),
  say: (line) => console.info(line),
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rehearse: { type: 'boolean', default: false }, secrets: { type: 'string' } },
});
process.exitCode = (await main(positionals[0])) ? 0 : 1;

async function main(environment: string | undefined): Promise<boolean> {
  // The button in README.md runs this command in Cloudflare's own build, without naming an environment.
  if (environment === undefined && process.env['WORKERS_CI']) return deployFromButton(machine);
  if (!isEnvironment(environment)) {
    const names = Object.keys(ENVIRONMENTS).join('|');
    machine.say(`Name the environment: npm run deploy -- ${names} [--rehearse] [--secrets FILE]`);
    return false;
  }
  const site = ENVIRONMENTS[environment].vars.SITE_URL;
  const wanted = { environment, site, build: buildId(), secretsFile: values.secrets };
  if (values.rehearse) return rehearse(machine, wanted);
  const missing = unfinished({ databaseId: ENVIRONMENTS[environment].databaseId, site });
  for (const sentence of missing) machine.say(sentence);
  return missing.length === 0 && deploy(machine, wanted);
}

/** Runs one command. Wrangler runs without prompts and writes the id of an uploaded version to a file. */
async function run(step: DeployStep): Promise<Outcome> {
  rmSync(UPLOADED, { force: true });
  const own = {
    CI: '1',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_OUTPUT_FILE_PATH: UPLOADED,
  };
  return { ...(await runCommand({ ...step, env: { ...own, ...step.env } })), version: uploadedVersion() };
}

function uploadedVersion(): string | undefined {
  if (!existsSync(UPLOADED)) return undefined;
  const lines = readFileSync(UPLOADED, 'utf8').trim().split('\n');
  const events = lines.map((line) => JSON.parse(line) as { type: string; version_id?: string });
  return events.find(({ type }) => type === 'version-upload')?.version_id;
}
