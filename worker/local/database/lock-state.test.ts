import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockState } from './lock-state.db.ts';

function folder(): string {
  const state = mkdtempSync(join(tmpdir(), 'vouch-state-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  return state;
}

const MODULE = join(import.meta.dirname, 'lock-state.db.ts');

test('a second server cannot use the data of a running server, even on another port', () => {
  const state = folder();
  const lock = lockState(state, 'npm start on port 8787');
  expect(() => lockState(state, 'npm start on port 8797')).toThrow(
    `npm start on port 8787 (process ${process.pid}) uses ${state}.`,
  );
  lock.release();
  lockState(state, 'npm start on port 8797').release();
});

test('the lock of a process that was killed blocks nobody', async () => {
  const state = folder();
  const script = `import { lockState } from ${JSON.stringify(MODULE)};
    lockState(${JSON.stringify(state)}, 'a backup');
    gc();
    setTimeout(() => (gc(), console.log('locked')));
    setInterval(() => undefined, 1000);`;
  const other = spawn(process.execPath, ['--expose-gc', '--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout, 'data');
  expect(() => lockState(state, 'a restore')).toThrow(`a backup (process ${other.pid}) uses`);
  other.kill('SIGKILL');
  await once(other, 'exit');
  lockState(state, 'a restore').release();
});
