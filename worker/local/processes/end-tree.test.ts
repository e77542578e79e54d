import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endTree, OWN_TREE } from './end-tree.ts';

/** Starts a process that starts another one. They share an output, which closes once both have ended. */
const PARENT = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', 'console.log("started"); setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'ignore'] });
  setInterval(() => {}, 1000);
`;

test.each(['SIGTERM', 'SIGKILL'] as const)('%s ends a process and its children', async (signal) => {
  const parent = spawn(process.execPath, ['-e', PARENT], { ...OWN_TREE, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  const closed = once(parent, 'close');
  await endTree(parent, signal);
  expect(parent.exitCode ?? parent.signalCode).not.toBeNull();
  await closed;
});

test('ending a process that never started does nothing', async () => {
  const child = spawn(join(tmpdir(), 'no-such-program'));
  await once(child, 'error');
  await expect(endTree(child)).resolves.toBeUndefined();
});
