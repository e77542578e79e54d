import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const IS_WINDOWS = process.platform === 'win32';

/**
 * The option of `spawn` and `fork` for a process that `endTree` will end. Except on Windows, the process and its
 * children then form a process group, to which `endTree` sends the signal.
 */
export const OWN_TREE = { detached: !IS_WINDOWS };

/**
 * Ends a process that was started with `OWN_TREE`, and all its children. The signal is sent synchronously; the promise
 * resolves once the process itself has ended. Windows has no signals, so there all the processes are ended by force.
 */
export async function endTree(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined) return;
  const ended = exitCode === null && signalCode === null ? once(child, 'exit') : undefined;
  if (IS_WINDOWS) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
  else signalGroup(pid, signal);
  await ended;
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // Everything has already ended.
  }
}
