import { sayLast } from '../support/run/last-line.ts';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AREAS } from './areas.ts';
import { choose } from './choose.ts';
import { isEquivalent } from './equivalents.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { ProjectCopy } from './project-copy.ts';
import { type Judged, tally } from './tally.ts';

const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true, default: Object.keys(AREAS) },
    sample: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    unit: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const count = Number(values.sample);
const unknown = values.area.find((area) => !Object.hasOwn(AREAS, area));
if (unknown !== undefined)
  throw new Error(`There is no area "${unknown}". There are ${Object.keys(AREAS).join(', ')}.`);
if (!Number.isInteger(count) || !Number.isInteger(seed)) throw new Error('--sample and --seed are whole numbers.');

/** The tests may take four times as long on a mutant as on the unchanged source, plus this many ms. */
const PATIENCE_MS = 30_000;

const isOfWorker = (test: string) => test.startsWith('test/');
const copy = new ProjectCopy('.artifacts/mutate');
process.on('exit', () => copy.close());
process.on('SIGINT', () => process.exit(1));
process.on('SIGTERM', () => process.exit(1));

console.log(`seed ${seed}, up to ${count} mutants of each area`);
const judged: Judged[] = [];
for (const area of values.area) judged.push(...(await judgeArea(area)));
const { lines, isEnough } = tally(judged);
console.log(['', ...lines].join('\n'));
sayLast('mutate', { good: 'enough mutants died', faults: isEnough ? [] : ['fewer than nine of ten mutants died'] });
copy.close();

async function judgeArea(area: string): Promise<Judged[]> {
  const groups = AREAS[area]!.filter(({ tests }) => !values.unit || !tests.some(isOfWorker));
  const all = groups.flatMap(({ sources, tests }) =>
    sources.flatMap((file) =>
      mutantsOf(file, readFileSync(file, 'utf8'))
        .filter((mutant) => !isEquivalent(mutant))
        .map((mutant) => ({ mutant, tests })),
    ),
  );
  const sample = choose(all, { count, seed });
  const outcomes: Judged[] = [];
  for (const { tests } of groups) {
    const own = sample.filter((each) => each.tests === tests);
    if (own.length === 0) continue;
    const limit = await timeOf(tests);
    for (const { mutant } of own) outcomes.push({ ...mutant, area, outcome: await judge(mutant, { tests, limit }) });
  }
  return outcomes;
}

/** Returns how many ms the tests may take on a mutant. Throws if the tests fail on the unchanged source. */
async function timeOf(tests: readonly string[]): Promise<number> {
  const began = performance.now();
  const verdict = await copy.run(tests);
  const why = verdict === 'late' ? 'late' : verdict.failed.join(', ');
  if (verdict === 'late' || verdict.failed.length > 0 || verdict.passed === 0)
    throw new Error(`These tests fail without any change: ${tests.join(', ')}: ${why}`);
  return 4 * (performance.now() - began) + PATIENCE_MS;
}

async function judge(
  mutant: Mutant,
  { tests, limit }: { tests: readonly string[]; limit: number },
): Promise<Judged['outcome']> {
  copy.write(mutant.file, mutant.source);
  const verdict = await copy.run(tests, limit);
  copy.write(mutant.file, readFileSync(mutant.file, 'utf8'));
  const outcome = verdict === 'late' ? 'stood still' : verdict.failed.length > 0 ? 'died' : 'survived';
  console.log(`${outcome.padEnd(11)} ${mutant.file}:${mutant.line}  ${mutant.change}`);
  return outcome;
}
