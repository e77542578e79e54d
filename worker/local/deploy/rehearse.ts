import { ENVIRONMENTS } from '../settings/environments.ts';
import type { Machine } from './run-deploy.ts';
import {
  contractStep,
  type DeployStep,
  expandStep,
  LOOK,
  prepareSteps,
  rollBackStep,
  rolloutSteps,
  uploadStep,
  type Wanted,
} from './steps.ts';

const NO_DATABASE = /^0{8}-/;
/** A reserved domain, at which nothing can be deployed. */
const RESERVED = /\.test$/;

/**
 * What somebody still has to write into worker/local/settings/environments.ts before an environment can be deployed, as
 * sentences.
 */
export function unfinished({ databaseId, site }: { databaseId: string; site: string }): string[] {
  return [
    ...(NO_DATABASE.test(databaseId)
      ? [
          'databaseId is empty. Make the database (docs/operations.md) and write its id into worker/local/settings/environments.ts.',
        ]
      : []),
    ...(RESERVED.test(new URL(site).hostname)
      ? ['SITE_URL is a placeholder. Write the address that people open into worker/local/settings/environments.ts.']
      : []),
  ];
}

/**
 * Runs what needs no network, and lists the rest. Nothing outside this machine is asked or changed. @returns whether
 * all that ran passed.
 */
export async function rehearse(machine: Machine, wanted: Wanted): Promise<boolean> {
  machine.say(`A rehearsal for ${wanted.environment}. Without a network these run:`);
  for (const step of prepareSteps(wanted)) {
    const { isOk, output } = await machine.run(step);
    machine.say(`  ${isOk ? 'ok  ' : 'FAIL'} ${described(step)}`);
    if (!isOk) {
      machine.say(output);
      return false;
    }
  }
  const phases = { ...machine.phases(new Set()), contract: [] };
  const versions = { before: '<before>', after: '<new>' };
  machine.say('A deployment would then do this:');
  for (const step of [
    ...Object.values(LOOK),
    expandStep(phases),
    uploadStep(wanted),
    ...rolloutSteps(wanted, versions),
    contractStep(phases),
  ])
    machine.say(`       ${described(step)}`);
  machine.say(`If a step after the upload fails:\n       ${described(rollBackStep(wanted, versions.before))}`);
  const missing = unfinished({ databaseId: ENVIRONMENTS[wanted.environment].databaseId, site: wanted.site });
  machine.say(
    missing.length > 0
      ? `Before the first deployment:\n${missing.map((each) => `       ${each}`).join('\n')}`
      : 'Nothing is missing.',
  );
  return true;
}

const described = ({ name, command, args }: DeployStep): string => `${name}: ${[command, ...args].join(' ')}`;
