import * as v from 'valibot';
import type { Phases } from './migration-phases.ts';
import {
  BUILT,
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

/** `version` is the id of the Worker version that the command uploaded. */
export interface Outcome {
  isOk: boolean;
  output: string;
  version?: string | undefined;
}

/** The calls that reach outside the process. Tests replace them. */
export interface Machine {
  run: (step: DeployStep) => Promise<Outcome>;
  /** Sorts the pending migrations, which are all except `applied`, into phases. */
  phases: (applied: ReadonlySet<string>) => Phases;
  /** Returns a sentence for each problem of the pending migrations, such as a data loss that no comment declares. */
  guard: (applied: ReadonlySet<string>) => Promise<string[]>;
  say: (line: string) => void;
}

const Running = v.object({
  versions: v.pipe(v.array(v.object({ version_id: v.string(), percentage: v.number() })), v.minLength(1)),
});
const Applied = v.pipe(v.array(v.object({ results: v.array(v.object({ name: v.string() })) })), v.minLength(1));
/** Wrangler's answers if the Worker does not exist yet. */
const IS_FIRST = /This Worker does not exist|no deployments|has no deployments|code: 10007/i;

class Stopped extends Error {}

/**
 * Deploys a new version. If the new version fails its checks, the previous one gets all traffic again.
 *
 * @returns whether every step succeeded. If only the migrations that remove something fail, the new version keeps all
 *   traffic.
 */
export async function deploy(machine: Machine, wanted: Wanted): Promise<boolean> {
  try {
    await runAll(machine, [...prepareSteps(wanted), LOOK.committed]);
    const before = await versionBefore(machine);
    const phases = await pendingPhases(machine);
    machine.say((await must(machine, LOOK.bookmark)).output.trim());
    if (phases.expand.length > 0) await must(machine, expandStep(phases));
    if (before === null) await runAll(machine, [firstStep(wanted), smokeStep(wanted)]);
    else await rollOut(machine, { wanted, before });
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
  const problem = outcome.isOk ? step.judge?.(outcome.output) : outcome.output;
  if (!outcome.isOk || problem) throw new Stopped(`Stopped: “${step.name}” failed.\n${problem}`);
  return outcome;
}

async function runAll(machine: Machine, steps: DeployStep[]): Promise<void> {
  for (const step of steps) await must(machine, step);
}

/** Returns the version that answers now, or null if none was ever deployed. */
async function versionBefore(machine: Machine): Promise<string | null> {
  machine.say(`- ${LOOK.running.name}`);
  const { isOk, output } = await machine.run(LOOK.running);
  if (!isOk && IS_FIRST.test(output)) return null;
  if (!isOk) throw new Stopped(`Stopped: “${LOOK.running.name}” failed.\n${output}`);
  const { versions } = v.parse(Running, JSON.parse(output));
  const [only, other] = versions;
  if (other)
    throw new Stopped('Stopped: a rollout is in progress. End it or roll it back with `npx wrangler versions deploy`.');
  return only!.version_id;
}

async function pendingPhases(machine: Machine): Promise<Phases> {
  await must(machine, LOOK.listed);
  const { output } = await must(machine, LOOK.applied);
  const rows = v.parse(Applied, JSON.parse(output)).flatMap(({ results }) => results);
  const applied = new Set(rows.map(({ name }) => name));
  const phases = machine.phases(applied);
  const problems = [...phases.problems, ...(await machine.guard(applied))];
  if (problems.length > 0) throw new Stopped(`Stopped: ${problems.join('\n')}`);
  return phases;
}

async function rollOut(machine: Machine, { wanted, before }: { wanted: Wanted; before: string }): Promise<void> {
  const { version } = await must(machine, uploadStep(wanted));
  if (!version) throw new Stopped('Stopped: Wrangler did not say which version it uploaded.');
  try {
    await runAll(machine, rolloutSteps(wanted, { before, after: version }));
  } catch (error) {
    if (error instanceof Stopped) machine.say(error.message);
    await rollBack(machine, { wanted, before });
    throw error instanceof Stopped ? new Stopped('The deployment failed because of the first error above.') : error;
  }
}

async function rollBack(machine: Machine, { wanted, before }: { wanted: Wanted; before: string }): Promise<void> {
  const step = rollBackStep(wanted, before);
  machine.say(`- ${step.name}`);
  const { isOk, output } = await machine.run(step);
  if (isOk) return machine.say(`Version ${before} answers everything again.`);
  const state = await machine.run(LOOK.running);
  machine.say(`The roll-back failed too.\n${output}\nThese versions answer now:\n${state.output.trim()}`);
  machine.say(
    `Give everything to ${before} by hand: npx wrangler versions deploy ${before}@100% -c ${BUILT}. See "Bad deploy" in docs/runbook.md.`,
  );
}
