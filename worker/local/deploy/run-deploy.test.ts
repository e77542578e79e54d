import { expect, test } from 'vitest';
import type { Phases } from './migration-phases.ts';
import { deploy, type Outcome } from './run-deploy.ts';
import type { DeployStep } from './steps.ts';

const WANTED = { environment: 'staging', site: 'https://staging.vouch.test', build: 'abc1234' } as const;
const BEFORE = 'version-before';
const AFTER = 'version-after';
const running = (...versions: string[]) =>
  JSON.stringify({ versions: versions.map((version_id) => ({ version_id, percentage: 100 / versions.length })) });

/** The outcome of the commands that match a pattern. With `once`, the outcome applies only while `once()` is true. */
type Answer = [RegExp, Outcome & { once?: () => boolean }];

const ANSWERS: Answer[] = [
  [/deployments status/, { isOk: true, output: running(BEFORE) }],
  [/FROM traffic/, { isOk: true, output: JSON.stringify([{ results: [] }]) }],
  [/d1 execute/, { isOk: true, output: JSON.stringify([{ results: [{ name: '0000_tables.sql' }] }]) }],
  [/versions upload --tag/, { isOk: true, output: '', version: AFTER }],
];

interface Rehearsed {
  secretsFile?: string;
  phases?: Partial<Phases>;
  answers?: Answer[];
  losses?: string[];
}

async function rehearse({ secretsFile, phases = {}, answers = [], losses = [] }: Rehearsed = {}) {
  const steps: DeployStep[] = [];
  const commands: string[] = [];
  const said: string[] = [];
  const run = async (step: DeployStep): Promise<Outcome> => {
    const text = [step.command, ...step.args].join(' ').replace(/ -c dist\/vouch\/wrangler\.json$/, '');
    steps.push(step);
    commands.push(text);
    const answer = [...answers, ...ANSWERS].find(([pattern, { once }]) => pattern.test(text) && (!once || once()));
    return answer?.[1] ?? { isOk: true, output: '' };
  };
  const isDone = await deploy(
    {
      run,
      phases: () => ({ expand: [], contract: [], problems: [], ...phases }),
      guard: async () => losses,
      say: (line) => said.push(line),
    },
    { ...WANTED, secretsFile },
  );
  return { isDone, steps, commands, said: said.join('\n') };
}

const at = (commands: string[], pattern: RegExp) => commands.findIndex((command) => pattern.test(command));
const failed = (output = 'it failed'): Outcome => ({ isOk: false, output });

test('a deployment runs additive migrations before it moves the traffic, and destructive migrations at the end', async () => {
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
    /FROM traffic/,
    /versions deploy version-after@50% version-before@50%/,
    /smoke\.ts/,
    /FROM traffic/,
    /versions deploy version-after@100% --yes/,
    /smoke\.ts/,
    /FROM traffic/,
    /triggers deploy/,
    /migrations apply DB --remote$/,
  ];
  expect(commands).toHaveLength(order.length);
  order.forEach((pattern, position) => expect(commands[position]).toMatch(pattern));
});

test('without migrations a deployment does not change the database', async () => {
  const { isDone, commands } = await rehearse();
  expect(isDone).toBe(true);
  expect(at(commands, /migrations apply/)).toBe(-1);
});

test.each([
  ['the smoke test', /smoke\.ts/],
  ['moving the last part of the requests', /version-after@100%/],
  ['deploying the triggers', /triggers deploy/],
])(
  'if %s fails, the previous version answers everything again, and no destructive migration runs',
  async (_, broken) => {
    const { isDone, commands, said } = await rehearse({
      phases: { contract: ['0002_contract-it.sql'] },
      answers: [[broken, failed('the reason')]],
    });
    expect(isDone).toBe(false);
    expect(commands.at(-1)).toBe('wrangler versions deploy version-before@100% --yes --message back from abc1234');
    expect(at(commands, /migrations apply/)).toBe(-1);
    expect(said).toContain('the reason');
    expect(said).toContain('Version version-before answers everything again.');
  },
);

test('a version that fails more often than the previous one is rolled back', async () => {
  const results = [
    { version: 'abc1234', requests: 40, errors: 6 },
    { version: 'def5678', requests: 400, errors: 1 },
  ];
  const { isDone, commands, said } = await rehearse({
    answers: [[/FROM traffic/, { isOk: true, output: JSON.stringify([{ results }]) }]],
  });
  expect(isDone).toBe(false);
  expect(at(commands, /version-after@50%/)).toBe(-1);
  expect(commands.at(-1)).toContain('version-before@100%');
  expect(said).toContain('The new version fails 6 of 40 requests, the previous one 1 of 400.');
});

test('if the roll-back fails too, the deployment shows both errors and says what to do', async () => {
  const { isDone, commands, said } = await rehearse({
    answers: [
      [/version-after@50%/, failed('the first error')],
      [/version-before@100%/, failed('the second error')],
      [/deployments status/, { isOk: true, output: running(BEFORE) }],
    ],
  });
  expect(isDone).toBe(false);
  expect(commands.slice(-2)).toEqual([
    expect.stringContaining('version-before@100%'),
    expect.stringContaining('deployments status'),
  ]);
  expect(said).toMatch(/the first error[^]*the second error/);
  expect(said).toContain(running(BEFORE));
  expect(said).toContain('npx wrangler versions deploy version-before@100% -c dist/vouch/wrangler.json');
  expect(said).not.toContain('answers everything again');
});

test('if no command to the account works anymore, the deployment still reports the first error', async () => {
  let asked = 0;
  const { said } = await rehearse({
    answers: [
      [/smoke\.ts/, failed('the first error')],
      [/version-before@100%/, failed('no network')],
      [/deployments status/, { isOk: true, output: running(BEFORE), once: () => asked++ === 0 }],
      [/deployments status/, failed('no network either')],
    ],
  });
  expect(said).toMatch(/the first error[^]*no network[^]*no network either/);
});

test('every command of a deployment has a time limit', async () => {
  const { steps } = await rehearse({ phases: { expand: ['0001_add.sql'], contract: ['0002_contract-it.sql'] } });
  expect(steps.length).toBeGreaterThan(15);
  expect(steps.filter(({ seconds }) => !(seconds > 0 && seconds <= 1800))).toEqual([]);
  const watching = steps.filter(({ args }) => args.includes('worker/local/smoke.ts'));
  for (const { seconds, args } of watching)
    expect(seconds).toBeGreaterThan(Number(args[args.indexOf('--seconds') + 1]));
});

test.each([
  ['a check', /test\/support\/run\/check\.ts/, 1],
  ['the build', /^vite build/, 2],
  ['the check for a clean tree', /^git/, 5],
  ['reading the list of migrations', /d1 migrations list/, 7],
])('if %s fails, nothing in the account has changed', async (_, broken, count) => {
  const { isDone, commands } = await rehearse({ phases: { expand: ['0001_add.sql'] }, answers: [[broken, failed()]] });
  expect(isDone).toBe(false);
  expect(commands).toHaveLength(count);
});

test.each<[title: string, given: Rehearsed, reason: string, last: RegExp]>([
  [
    'if the migrations fail, nothing is uploaded and nothing is rolled back',
    { phases: { expand: ['0001_add.sql'] }, answers: [[/migrations apply/, failed()]] },
    'it failed',
    /migrations apply/,
  ],
  [
    'migrations whose removals would break the running Worker are refused before anything changes',
    { phases: { problems: ['0001_careless.sql removes people.nick.'] } },
    '0001_careless.sql removes people.nick.',
    /d1 execute/,
  ],
  [
    'a migration that loses rows is refused before anything changes',
    { losses: ['0001_careless.sql removes rows of people.'] },
    '0001_careless.sql removes rows of people.',
    /d1 execute/,
  ],
  [
    'a deployment stops if another rollout is in progress',
    { answers: [[/deployments status/, { isOk: true, output: running(BEFORE, AFTER) }]] },
    'a rollout is in progress',
    /deployments status/,
  ],
  [
    'if the account cannot be read, the deployment stops and does not act as if it were the first deployment',
    { answers: [[/deployments status/, failed('Authentication error [code: 10000]')]] },
    'Authentication error',
    /deployments status/,
  ],
])('%s', async (_, given, reason, last) => {
  const { isDone, commands, said } = await rehearse(given);
  expect(isDone).toBe(false);
  expect(said).toContain(reason);
  expect(commands.at(-1)).toMatch(last);
});

test('the first deployment has no rollout in parts: its version gets every request from the start', async () => {
  const { isDone, commands } = await rehearse({
    answers: [[/deployments status/, failed('This Worker does not exist on your account. [code: 10007]')]],
    phases: { expand: ['0000_tables.sql'] },
  });
  expect(isDone).toBe(true);
  expect(at(commands, /migrations apply/)).toBeLessThan(at(commands, /^wrangler deploy$/));
  expect(at(commands, /versions deploy/)).toBe(-1);
  expect(commands.at(-1)).toMatch(/smoke\.ts/);
});

test('a deployment checks a given file of secrets, and then uploads the secrets together with the version', async () => {
  const { isDone, commands } = await rehearse({ secretsFile: '.secrets.staging' });
  expect(isDone).toBe(true);
  expect(commands.filter((command) => command.includes('.secrets.staging'))).toEqual([
    'node worker/local/check-deploy.ts --env staging --secrets .secrets.staging',
    'wrangler versions upload --tag abc1234 --message abc1234 --secrets-file .secrets.staging',
  ]);
  const first = await rehearse({
    secretsFile: '.secrets.staging',
    answers: [[/deployments status/, failed('code: 10007')]],
  });
  expect(first.commands).toContain('wrangler deploy --secrets-file .secrets.staging');
});
