import { expect, test } from 'vitest';
import { rehearse, unfinished } from './rehearse.ts';
import { deploy, type Outcome } from './run-deploy.ts';
import type { DeployStep } from './steps.ts';

const WANTED = { environment: 'production', site: 'https://vouch.test', build: 'abc1234' } as const;
const NONE = { expand: ['0000_tables.sql'], contract: [], problems: [] };

async function run(broken?: RegExp, { losses = [], problems = [] }: { losses?: string[]; problems?: string[] } = {}) {
  const [commands, said]: [string[], string[]] = [[], []];
  const isDone = await rehearse(
    {
      run: async ({ command, args }) => {
        const text = [command, ...args].join(' ');
        commands.push(text);
        return { isOk: !broken?.test(text), output: 'its output' };
      },
      phases: () => NONE,
      guard: async () => losses,
      playFirst: async () => problems,
      say: (line) => said.push(line),
    },
    WANTED,
  );
  return { isDone, commands, said: said.join('\n') };
}

test('a rehearsal neither reads nor changes the Cloudflare account', async () => {
  const { isDone, commands } = await run();
  expect(isDone).toBe(true);
  expect(commands).toHaveLength(4);
  expect(commands.filter((command) => command.startsWith('wrangler') && !command.includes('--dry-run'))).toEqual([]);
});

test('a rehearsal that fails says why', async () => {
  const { isDone, commands, said } = await run(/^vite build/);
  expect(isDone).toBe(false);
  expect(commands).toHaveLength(2);
  expect(said).toContain('its output');
});

test('a rehearsal runs the migrations and fails if a migration loses data', async () => {
  const { isDone, said } = await run(undefined, { losses: ['0002_next.sql removes rows of events.'] });
  expect(isDone).toBe(false);
  expect(said).toMatch(/FAIL Play each migration[^]*0002_next\.sql removes rows of events\./);
});

test('a rehearsal plays a first deployment and fails if its Worker answers with an error', async () => {
  const { isDone, said } = await run(undefined, { problems: ['/api/home: the status is 500 and not 200'] });
  expect(isDone).toBe(false);
  expect(said).toMatch(/FAIL Play a first deployment[^]*\/api\/home: the status is 500/);
});

async function stepsOf(running: Outcome): Promise<DeployStep[]> {
  const steps: DeployStep[] = [];
  await deploy(
    {
      run: async (step) => {
        steps.push(step);
        const text = step.args.join(' ');
        if (text.includes('deployments status')) return running;
        const rows = text.includes('traffic') ? [] : [{ name: '0000_tables.sql' }];
        return { isOk: true, output: JSON.stringify([{ results: rows }]), version: 'after' };
      },
      phases: () => ({ ...NONE, contract: ['0001_contract-it.sql'] }),
      guard: async () => [],
      say: () => undefined,
    },
    WANTED,
  );
  return steps;
}

test('a rehearsal lists every step of the first deployment', async () => {
  const { said } = await run();
  const first = /The first deployment[^]*(?=Each later deployment)/.exec(said)?.[0] ?? '';
  const steps = await stepsOf({ isOk: false, output: 'This Worker does not exist on your account.' });
  const further = steps.slice(4).filter(({ name }) => !name.startsWith('apply'));
  expect(further.length).toBeGreaterThan(5);
  expect(further.filter(({ name }) => !first.includes(name))).toEqual([]);
  expect(first).toMatch(/apply 1 migrations that add[^]*deploy for the first time: wrangler deploy/);
  expect(first).not.toContain('versions deploy');
  expect(said).toContain('--secrets FILE');
});

test('a rehearsal lists every step of a later deployment', async () => {
  const { said } = await run();
  const steps = await stepsOf({ isOk: true, output: '{"versions":[{"version_id":"before","percentage":100}]}' });
  expect(steps.length).toBeGreaterThan(15);
  expect(steps.filter(({ name }) => !name.startsWith('apply') && !said.includes(name))).toEqual([]);
  expect(said).toMatch(/apply \d+ migrations that add[^]*upload the new version[^]*apply \d+ migrations that remove/);
});

test('a deployment with placeholders is refused, and each placeholder is named', () => {
  expect(
    unfinished({ databaseId: '00000000-0000-0000-0000-000000000000', site: 'https://vouch.test' }).join('\n'),
  ).toMatch(/databaseId[^]*SITE_URL/);
  expect(unfinished({ databaseId: '6f1d7d0e-3c1b-4c57-9f43-8a4f0d1f8f10', site: 'https://vouch.example' })).toEqual([]);
});
