import { setTimeout as pauseFor } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { smokeProblems } from './deploy/smoke-checks.ts';
import { watch } from './deploy/watch.ts';

const ROUND_MS = 5000;
const PATIENCE_MS = 10_000;

// `npm run smoke -- https://vouch.example [--build COMMIT] [--version 'NAME="ID"'] [--seconds 60]`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { build: { type: 'string' }, version: { type: 'string' }, seconds: { type: 'string', default: '0' } },
});
const [site] = positionals;
if (site === undefined || !URL.canParse(site)) {
  console.error('Name the address to check: npm run smoke -- https://vouch.example');
  process.exit(2);
}
const problems = await watch({
  look: () =>
    smokeProblems({
      site,
      build: values.build,
      version: values.version,
      fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
    }),
  pause: () => pauseFor(ROUND_MS),
  now: () => performance.now(),
  seconds: Number(values.seconds),
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${site} does not work as expected. See "Bad deploy" in docs/runbook.md.`);
  process.exitCode = 1;
} else console.info(`${site} works as expected.`);
