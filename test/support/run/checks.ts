import { runStep, type Step } from './step.ts';

const BUILD: Step = { name: 'build', command: 'vite', args: ['build', '--logLevel', 'warn'] };

// The linter reads types with a Go program. Several threads would read many types twice. One thread and fewer garbage
// collections lower the program's processor time from 45 to 25 seconds.
const ONE_THREAD = { GOMAXPROCS: '1', GOGC: '200' };

/**
 * The checks of `npm run check`, in two lists that run in parallel and take about the same time. The checks of one list
 * run one after another.
 */
const STEPS: Step[][] = [
  [
    { name: 'format', command: 'oxfmt', args: ['--check'] },
    { name: 'lint and import rules', command: 'oxlint', args: [], env: ONE_THREAD },
    { name: 'generated files are up to date', command: 'node', args: ['test/support/run/generated.ts'] },
    { name: 'variables', command: 'node', args: ['worker/local/check-deploy.ts', '--local'] },
  ],
  [
    BUILD,
    { name: 'size', command: 'size-limit', args: [] },
    { name: 'the id of a build moves no bytes', command: 'node', args: ['test/support/run/same-builds.ts'] },
    { name: 'deployable', command: 'wrangler', args: ['deploy', '--dry-run', '-c', 'dist/vouch/wrangler.json'] },
    // Each checker parses the libraries again. One checker needs two thirds of the processor time that four need.
    { name: 'types', command: 'tsc', args: ['-b', '--checkers', '1'] },
    { name: 'nothing unused', command: 'knip', args: [] },
    { name: 'words', command: 'vitest', args: ['run', '--project=unit', 'test/docs/words.test.ts'] },
  ],
];

/** Runs every check. `isBuilt` is true if `dist` has a build of these sources. */
export async function check(): Promise<{ passed: number; failed: number; failures: string[]; isBuilt: boolean }> {
  const failures = new Set<Step>();
  const runInOrder = async (steps: Step[]) => {
    for (const step of steps) if (!(await runStep(step))) failures.add(step);
  };
  await Promise.all(STEPS.map(runInOrder));
  return {
    passed: STEPS.flat().length - failures.size,
    failed: failures.size,
    failures: [...failures].map(({ name }) => name),
    isBuilt: !failures.has(BUILD),
  };
}
