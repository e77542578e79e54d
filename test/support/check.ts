import { runStep, type Step } from './step.ts';

/** The checks of `npm run check`, cheapest first. */
const STEPS: Step[] = [
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  { name: 'lint and import rules', command: 'oxlint', args: [] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'nothing unused', command: 'knip', args: [] },
  { name: 'generated files are up to date', command: 'node', args: ['test/support/generated.ts'] },
  { name: 'build', command: 'vite', args: ['build', '--logLevel', 'warn'] },
  { name: 'size', command: 'size-limit', args: [] },
  { name: 'variables', command: 'node', args: ['worker/local/check-deploy.ts', '--local'] },
  { name: 'deployable', command: 'wrangler', args: ['deploy', '--dry-run', '-c', 'dist/vouch/wrangler.json'] },
];

/** Runs every check and counts those that passed and failed. */
export function check(): { passed: number; failed: number } {
  const results = STEPS.map(runStep);
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

if (import.meta.main) {
  const { failed } = check();
  process.exitCode = failed > 0 ? 1 : 0;
}
