import * as v from 'valibot';
import type { Phases } from './migration-phases.ts';
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

/** What a command did. `version` is the id of the Worker's version that it uploaded. */
export interface Outcome {
  isOk: boolean;
  output: string;
  version?: string | undefined;
}

/** All that reaches out of the process, so that a test can stand in for it. */
export interface Machine {
  run: (step: DeployStep) => Promise<Outcome>;
  /** Sorts the migrations that a database with these lacks. */
  phases: (applied: ReadonlySet<string>) => Phases;
  say: (line: string) => void;
}

const Running = v.object({
  versions: v.pipe(v.array(v.object({ version_id: v.string(), percentage: v.number() })), v.minLength(1)),
});
const Applied = v.pipe(v.array(v.object({ results: v.array(v.object({ name: v.string() })) })), v.minLength(1));
/** Wrangler's words where the Worker does not exist yet. */
const IS_FIRST = /This Worker does not exist|no deployments|has no deployments|code: 10007/i;

/** A step failed, or the account is in no state for a deployment. The message says what and why. */
class Stopped extends Error {}

/**
 * Deploys, and says each step. The database is widened before the new version answers, and narrowed after it answers
 * everything. If the new version does not answer as it should, the one before answers everything again.
 * @returns whether the new version answers everything.
 */
export async function deploy(machine: Machine, wanted: Wanted): Promise<boolean> {
  try {
    await runAll(machine, prepareSteps(wanted));
    await must(machine, LOOK.committed);
    const before = await versionBefore(machine);
    const phases = await pendingPhases(machine);
    machine.say((await must(machine, LOOK.bookmark)).output.trim());
    if (phases.expand.length > 0) await must(machine, expandStep(phases));
    await (before === null ? deployFirst(machine, wanted) : rollOut(machine, { wanted, before }));
    if (phases.contract.length > 0) await must(machine, contractStep(phases));
    machine.say(`${wanted.build} answers on ${wanted.site}.`);
    return true;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    machine.say(error.message);
    return false;
  }
}

async function must(machine: Machine, step: DeployStep): Promise<Outcome> {
  machine.say(`- ${step.name}`);
  const outcome = await machine.run(step);
  if (!outcome.isOk) throw new Stopped(`Stopped: “${step.name}” failed.\n${outcome.output}`);
  return outcome;
}

async function runAll(machine: Machine, steps: DeployStep[]): Promise<void> {
  for (const step of steps) await must(machine, step);
}

/** The one version that answers now, or null where none was ever deployed. */
async function versionBefore(machine: Machine): Promise<string | null> {
  machine.say(`- ${LOOK.running.name}`);
  const { isOk, output } = await machine.run(LOOK.running);
  if (!isOk && IS_FIRST.test(output)) return null;
  if (!isOk) throw new Stopped(`Stopped: “${LOOK.running.name}” failed.\n${output}`);
  const { versions } = v.parse(Running, JSON.parse(output));
  const [only, other] = versions;
  if (other)
    throw new Stopped('Stopped: a rollout is under way. Finish it, or go back, with `npx wrangler versions deploy`.');
  return only!.version_id;
}

async function pendingPhases(machine: Machine): Promise<Phases> {
  await must(machine, LOOK.listed);
  const { output } = await must(machine, LOOK.applied);
  const rows = v.parse(Applied, JSON.parse(output)).flatMap(({ results }) => results);
  const phases = machine.phases(new Set(rows.map(({ name }) => name)));
  if (phases.problems.length > 0) throw new Stopped(`Stopped: ${phases.problems.join('\n')}`);
  return phases;
}

async function deployFirst(machine: Machine, wanted: Wanted): Promise<void> {
  await runAll(machine, [firstStep(wanted), smokeStep(wanted)]);
}

async function rollOut(machine: Machine, { wanted, before }: { wanted: Wanted; before: string }): Promise<void> {
  const { version } = await must(machine, uploadStep(wanted));
  if (!version) throw new Stopped('Stopped: Wrangler did not say which version it uploaded.');
  try {
    await runAll(machine, rolloutSteps(wanted, { before, after: version }));
  } catch (error) {
    await must(machine, rollBackStep(wanted, before));
    machine.say(`Version ${before} answers everything again.`);
    throw error;
  }
}
