import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

const run = (script: string, seconds = 60) => runCommand({ command: 'node', args: ['-e', script], seconds });

test('a command that works returns what it wrote', async () => {
  expect(await run('console.log("done"); console.error("a warning")')).toEqual({ isOk: true, output: 'done\n' });
});

test('a command that fails returns its output and its errors', async () => {
  const { isOk, output } = await run('console.log("begun"); console.error("broken"); process.exit(3)');
  expect([isOk, output]).toEqual([false, 'begun\n\nbroken']);
  expect((await run('process.exit(3)')).output).toBe('“node” ended with 3.');
});

test('a command that hangs is ended together with its child processes, and its output is kept', async () => {
  const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;
  const { isOk, output } = await run(`console.log('begun'); ${child}; setInterval(() => {}, 1000)`, 3);
  expect(isOk).toBe(false);
  expect(output).toBe('begun\n\n“node” did not end within 3 seconds.');
});

test('a program that does not exist fails with the reason', async () => {
  const { isOk, output } = await runCommand({ command: 'no-such-program', args: [], seconds: 60 });
  expect(isOk).toBe(false);
  expect(output).toContain('spawn no-such-program');
});
