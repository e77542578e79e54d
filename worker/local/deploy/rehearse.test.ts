import { expect, test } from 'vitest';
import { rehearse, unfinished } from './rehearse.ts';
import { deploy } from './run-deploy.ts';
import type { DeployStep } from './steps.ts';

const WANTED = { environment: 'production', site: 'https://vouch.test', build: 'abc1234' } as const;
const NONE = { expand: ['0000_tables.sql'], contract: [], problems: [] };

/** Rehearses with commands that succeed, but for those that match `broken`. */
async function run(broken?: RegExp) {
  const [commands, said]: [string[], string[]] = [[], []];
  const isDone = await rehearse(
    {
      run: async ({ command, args }) => {
        const text = [command, ...args].join(' ');
        commands.push(text);
        return { isOk: !broken?.test(text), output: 'its output' };
      },
      phases: () => NONE,
      say: (line) => said.push(line),
    },
    WANTED,
  );
  return { isDone, commands, said: said.join('\n') };
}

test('a rehearsal runs nothing that asks or changes the account', async () => {
  const { isDone, commands } = await run();
  expect(isDone).toBe(true);
  expect(commands).toHaveLength(4);
  expect(commands.filter((command) => command.startsWith('wrangler') && !command.includes('--dry-run'))).toEqual([]);
});

test('a rehearsal that fails says why and is no success', async () => {
  const { isDone, commands, said } = await run(/^vite build/);
  expect(isDone).toBe(false);
  expect(commands).toHaveLength(2);
  expect(said).toContain('its output');
});

test('a rehearsal lists every step that a deployment takes', async () => {
  const { said } = await run();
  const steps: DeployStep[] = [];
  await deploy(
    {
      run: async (step) => {
        steps.push(step);
        const text = step.args.join(' ');
        const running = '{"versions":[{"version_id":"before","percentage":100}]}';
        const output = text.includes('deployments status') ? running : '[{"results":[{"name":"0000_tables.sql"}]}]';
        return { isOk: true, output, version: 'after' };
      },
      phases: () => ({ ...NONE, contract: ['0001_contract-it.sql'] }),
      say: () => undefined,
    },
    WANTED,
  );
  expect(steps.length).toBeGreaterThan(15);
  expect(steps.filter(({ name }) => !name.startsWith('apply') && !said.includes(name))).toEqual([]);
  expect(said).toMatch(/apply \d+ migrations that add[^]*upload the new version[^]*apply \d+ migrations that remove/);
});

test('a deployment to placeholders is refused, and each of them is named', () => {
  expect(
    unfinished({ databaseId: '00000000-0000-0000-0000-000000000000', site: 'https://vouch.test' }).join('\n'),
  ).toMatch(/databaseId[^]*SITE_URL/);
  expect(unfinished({ databaseId: '6f1d7d0e-3c1b-4c57-9f43-8a4f0d1f8f10', site: 'https://vouch.example' })).toEqual([]);
});
