import { expect, test } from 'vitest';
import type { Phases } from './migration-phases.ts';
import { deploy, type Outcome } from './run-deploy.ts';
import type { DeployStep } from './steps.ts';

const WANTED = { environment: 'staging', site: 'https://staging.vouch.test', build: 'abc1234' } as const;
const BEFORE = 'version-before';
const AFTER = 'version-after';
const running = (...versions: string[]) =>
  JSON.stringify({ versions: versions.map((version_id) => ({ version_id, percentage: 100 / versions.length })) });

const ANSWERS: [RegExp, Outcome][] = [
  [/deployments status/, { isOk: true, output: running(BEFORE) }],
  [/d1 execute/, { isOk: true, output: JSON.stringify([{ results: [{ name: '0000_tables.sql' }] }]) }],
  [/versions upload --tag/, { isOk: true, output: '', version: AFTER }],
];

/**
 * Deploys with commands that succeed, or answer as `answers` says. Returns the commands in their order, and what was
 * said.
 */
async function rehearse({
  phases = {},
  answers = [],
}: { phases?: Partial<Phases>; answers?: [RegExp, Outcome][] } = {}) {
  const commands: string[] = [];
  const said: string[] = [];
  const run = async ({ command, args }: DeployStep): Promise<Outcome> => {
    const text = [command, ...args].join(' ').replace(/ -c dist\/vouch\/wrangler\.json$/, '');
    commands.push(text);
    return [...answers, ...ANSWERS].find(([pattern]) => pattern.test(text))?.[1] ?? { isOk: true, output: '' };
  };
  const isDone = await deploy(
    { run, phases: () => ({ expand: [], contract: [], problems: [], ...phases }), say: (line) => said.push(line) },
    WANTED,
  );
  return { isDone, commands, said: said.join('\n') };
}

const at = (commands: string[], pattern: RegExp) => commands.findIndex((command) => pattern.test(command));
const failed = (output = 'it failed'): Outcome => ({ isOk: false, output });

test('a deployment checks, builds, reads, widens the database, shares the requests in three parts, and narrows the database last', async () => {
  const { isDone, commands } = await rehearse({
    phases: { expand: ['0001_add.sql'], contract: ['0002_contract-it.sql'] },
  });
  expect(isDone).toBe(true);
  const order = [
    /^node test\/support\/run\/check\.ts/,
    /^vite build/,
    /check-deploy\.ts --env staging/,
    /versions upload --dry-run/,
    /^git diff-index/,
    /deployments status/,
    /d1 migrations list/,
    /d1 execute/,
    /time-travel info/,
    /migrations apply .*dist\/deploy\/wrangler\.json$/,
    /versions upload --tag abc1234/,
    /versions deploy version-after@10% version-before@90%/,
    /smoke\.ts .*--version vouch-staging="version-after"/,
    /versions deploy version-after@50% version-before@50%/,
    /smoke\.ts/,
    /versions deploy version-after@100% --yes/,
    /smoke\.ts/,
    /triggers deploy/,
    /migrations apply DB --remote$/,
  ];
  expect(commands).toHaveLength(order.length);
  order.forEach((pattern, position) => expect(commands[position]).toMatch(pattern));
});

test('without migrations the database is left alone', async () => {
  const { isDone, commands } = await rehearse();
  expect(isDone).toBe(true);
  expect(at(commands, /migrations apply/)).toBe(-1);
});

test.each([
  ['the check that it answers', /smoke\.ts/],
  ['the last part of the requests', /version-after@100%/],
  ['the triggers', /triggers deploy/],
])('if %s fails, the version before answers everything again and nothing is removed', async (_, broken) => {
  const { isDone, commands, said } = await rehearse({
    phases: { contract: ['0002_contract-it.sql'] },
    answers: [[broken, failed('the reason')]],
  });
  expect(isDone).toBe(false);
  expect(commands.at(-1)).toBe('wrangler versions deploy version-before@100% --yes --message back from abc1234');
  expect(at(commands, /migrations apply/)).toBe(-1);
  expect(said).toContain('the reason');
  expect(said).toContain('Version version-before answers everything again.');
});

test.each([
  ['the checks', /test\/support\/run\/check\.ts/, 1],
  ['the build', /^vite build/, 2],
  ['a clean tree', /^git/, 5],
  ['the database', /d1 migrations list/, 7],
])('if %s fails, nothing in the account has changed', async (_, broken, count) => {
  const { isDone, commands } = await rehearse({ phases: { expand: ['0001_add.sql'] }, answers: [[broken, failed()]] });
  expect(isDone).toBe(false);
  expect(commands).toHaveLength(count);
});

test('if the migrations fail, nothing is uploaded and nothing is rolled back', async () => {
  const { isDone, commands } = await rehearse({
    phases: { expand: ['0001_add.sql'] },
    answers: [[/migrations apply/, failed()]],
  });
  expect(isDone).toBe(false);
  expect(commands.at(-1)).toMatch(/migrations apply/);
});

test('migrations that the running Worker would miss are refused before anything changes', async () => {
  const { isDone, commands, said } = await rehearse({
    phases: { problems: ['0001_careless.sql removes people.nick.'] },
  });
  expect(isDone).toBe(false);
  expect(said).toContain('0001_careless.sql removes people.nick.');
  expect(commands.at(-1)).toMatch(/d1 execute/);
});

test('a rollout that somebody began is not disturbed', async () => {
  const { isDone, commands, said } = await rehearse({
    answers: [[/deployments status/, { isOk: true, output: running(BEFORE, AFTER) }]],
  });
  expect(isDone).toBe(false);
  expect(said).toContain('a rollout is under way');
  expect(commands.at(-1)).toMatch(/deployments status/);
});

test('the first deployment gets every request at once', async () => {
  const { isDone, commands } = await rehearse({
    answers: [[/deployments status/, failed('This Worker does not exist on your account. [code: 10007]')]],
    phases: { expand: ['0000_tables.sql'] },
  });
  expect(isDone).toBe(true);
  expect(at(commands, /migrations apply/)).toBeLessThan(at(commands, /^wrangler deploy$/));
  expect(at(commands, /versions deploy/)).toBe(-1);
  expect(commands.at(-1)).toMatch(/smoke\.ts/);
});

test('an account that does not answer stops the deployment, and is not taken for an empty one', async () => {
  const { isDone, commands } = await rehearse({
    answers: [[/deployments status/, failed('Authentication error [code: 10000]')]],
  });
  expect(isDone).toBe(false);
  expect(commands.at(-1)).toMatch(/deployments status/);
});
