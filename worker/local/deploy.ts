import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildId } from './settings/build-id.ts';
import { readMigrations, writeExpandConfig } from './deploy/expand-config.ts';
import { phasesOf } from './deploy/migration-phases.ts';
import { rehearse, unfinished } from './deploy/rehearse.ts';
import { deploy, type Machine, type Outcome } from './deploy/run-deploy.ts';
import type { DeployStep } from './deploy/steps.ts';
import { deployFromButton } from './deploy/from-button.ts';
import { program } from './processes/program.ts';
import { ENVIRONMENTS, isEnvironment } from './settings/environments.ts';

// `npm run deploy -- staging|production [--rehearse] [--secrets FILE]`
const UPLOADED = 'dist/deploy/uploaded.ndjson';
const migrations = readMigrations('migrations');
const machine: Machine = {
  run,
  phases: (applied) => {
    const phases = phasesOf(migrations, applied);
    writeExpandConfig(migrations, phases);
    return phases;
  },
  say: (line) => console.info(line),
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rehearse: { type: 'boolean', default: false }, secrets: { type: 'string' } },
});
process.exitCode = (await main(positionals[0])) ? 0 : 1;

async function main(environment: string | undefined): Promise<boolean> {
  // The button in README.md runs this command in Cloudflare's own build, without a word about the environment.
  if (environment === undefined && process.env['WORKERS_CI']) return deployFromButton(machine);
  if (!isEnvironment(environment)) {
    machine.say(
      `Name the environment: npm run deploy -- ${Object.keys(ENVIRONMENTS).join('|')} [--rehearse] [--secrets FILE]`,
    );
    return false;
  }
  const wanted = {
    environment,
    site: ENVIRONMENTS[environment].vars.SITE_URL,
    build: buildId(),
    secretsFile: values.secrets,
  };
  if (values.rehearse) return rehearse(machine, wanted);
  const missing = unfinished({ databaseId: ENVIRONMENTS[environment].databaseId, site: wanted.site });
  for (const sentence of missing) machine.say(sentence);
  return missing.length === 0 && deploy(machine, wanted);
}

/** Runs one command. Wrangler asks nothing here, and writes the id of an uploaded version to a file. */
function run({ command, args, env = {} }: DeployStep): Promise<Outcome> {
  rmSync(UPLOADED, { force: true });
  const own = {
    CI: '1',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  };
  const options = {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...own, WRANGLER_OUTPUT_FILE_PATH: UPLOADED, ...env },
  };
  return new Promise((done) => {
    execFile(...program(command, args), options, (error, stdout, stderr) => {
      const output = error ? `${stdout}\n${stderr || error.message}`.trim() : stdout;
      done({ isOk: !error, output, version: uploadedVersion() });
    });
  });
}

function uploadedVersion(): string | undefined {
  if (!existsSync(UPLOADED)) return undefined;
  const lines = readFileSync(UPLOADED, 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { type: string; version_id?: string })
    .find(({ type }) => type === 'version-upload')?.version_id;
}
