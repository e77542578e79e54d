import { expect, test } from 'vitest';
import { deployFromButton } from './from-button.ts';

async function press(broken?: RegExp) {
  const commands: string[] = [];
  const isDone = await deployFromButton({
    run: async ({ command, args }) => {
      const text = [command, ...args].join(' ');
      commands.push(text);
      return { isOk: !broken?.test(text), output: '' };
    },
    phases: () => ({ expand: [], contract: [], problems: [] }),
    guard: async () => [],
    say: () => undefined,
  });
  return { isDone, commands };
}

test('the button applies the migrations before it deploys', async () => {
  const { isDone, commands } = await press();
  expect(isDone).toBe(true);
  expect(commands).toEqual([
    expect.stringContaining('d1 migrations apply DB --remote'),
    expect.stringContaining('wrangler deploy'),
  ]);
});

test('if the migrations fail, the button deploys nothing', async () => {
  const { isDone, commands } = await press(/migrations/);
  expect(isDone).toBe(false);
  expect(commands).toHaveLength(1);
});
