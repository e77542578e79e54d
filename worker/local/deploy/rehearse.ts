import { FIRST } from '../migration/files.ts';
import { ENVIRONMENTS } from '../settings/environments.ts';
import type { Machine } from './run-deploy.ts';
import {
  contractStep,
  type DeployStep,
  expandStep,
  firstStep,
  LOOK,
  prepareSteps,
  rollBackStep,
  rolloutSteps,
  smokeStep,
  uploadStep,
  type Wanted,
} from './steps.ts';

const FILE = 'worker/local/settings/environments.ts';
const NO_DATABASE = /^0{8}-/;
/** Nothing can be deployed to this reserved domain. */
const RESERVED = /\.test$/;

export interface RehearsingMachine extends Machine {
  playFirst: (build: string) => Promise<string[]>;
}

/** Returns what is still missing in `FILE` before an environment can be deployed, as sentences. */
export function unfinished({ databaseId, site }: { databaseId: string; site: string }): string[] {
  const missing: string[] = [];
  if (NO_DATABASE.test(databaseId))
    missing.push(`databaseId is not set. Make the database (docs/operations.md) and write its id into ${FILE}.`);
  if (RESERVED.test(new URL(site).hostname))
    missing.push(`SITE_URL is a placeholder. Write the address that people open into ${FILE}.`);
  return missing;
}

/** Runs the steps that need no network and lists the rest. Returns whether all steps passed. */
export async function rehearse(machine: RehearsingMachine, wanted: Wanted): Promise<boolean> {
  machine.say(`A rehearsal for ${wanted.environment}. These steps need no network and run now:`);
  for (const step of prepareSteps(wanted)) {
    const { isOk, output } = await machine.run(step);
    machine.say(`  ${isOk ? 'ok  ' : 'FAIL'} ${described(step)}`);
    if (!isOk) {
      machine.say(output);
      return false;
    }
  }
  const plays = {
    'Play each migration on a database of the first release': () => machine.guard(FIRST),
    'Play a first deployment: every migration on an empty database, then the checks': () =>
      machine.playFirst(wanted.build),
  };
  for (const [name, play] of Object.entries(plays)) {
    const problems = await play();
    machine.say(`  ${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
    if (problems.length > 0) {
      machine.say(problems.join('\n'));
      return false;
    }
  }
  // An empty database gets every migration before the Worker is deployed, so no migration is left for a later step.
  const phases = { ...machine.phases(new Set()), contract: [] };
  machine.say('The first deployment, while no version answers and the database is empty, would then do this:');
  for (const step of [...Object.values(LOOK), expandStep(phases), firstStep(wanted), smokeStep(wanted)])
    machine.say(`       ${described(step)}`);
  const versions = { before: '<before>', after: '<new>' };
  machine.say('Each later deployment would do this, with the migrations that its database lacks:');
  const rollout = [uploadStep(wanted), ...rolloutSteps(wanted, versions), contractStep(phases)];
  for (const step of [...Object.values(LOOK), expandStep(phases), ...rollout]) machine.say(`       ${described(step)}`);
  machine.say(`If a step after the upload fails:\n       ${described(rollBackStep(wanted, versions.before))}`);
  const missing = unfinished({ databaseId: ENVIRONMENTS[wanted.environment].databaseId, site: wanted.site });
  if (!wanted.secretsFile)
    missing.push('The secrets have to be in a file (docs/operations.md). Name it with --secrets FILE.');
  machine.say(
    missing.length > 0
      ? `Before the first deployment:\n${missing.map((each) => `       ${each}`).join('\n')}`
      : 'Nothing is missing.',
  );
  return true;
}

const described = ({ name, command, args }: DeployStep): string => `${name}: ${[command, ...args].join(' ')}`;
