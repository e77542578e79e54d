import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { endTree, OWN_TREE } from './end-tree.ts';
import { program } from './program.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A command with its time limit in seconds. `env` is added to this process's variables. */
export interface Command {
  command: string;
  args: readonly string[];
  seconds: number;
  env?: Record<string, string>;
}

/**
 * Runs a command and returns its output. If the command failed, the output ends with the errors or the reason. At its
 * time limit, the command is ended with everything that it started.
 */
export async function runCommand({ command, args, seconds, env = {} }: Command) {
  const child = spawn(...program(command, args), {
    ...OWN_TREE,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let reason = '';
  const timer = setTimeout(() => {
    reason = `“${command}” did not end within ${seconds} seconds.`;
    void endTree(child);
  }, seconds * 1000);
  // The command has a process group of its own, which Ctrl-C does not reach.
  const interrupt = (signal: NodeJS.Signals) => void endTree(child).then(() => process.kill(process.pid, signal));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  const exited = once(child, 'exit').catch((error: unknown) => {
    reason = error instanceof Error ? error.message : String(error);
    return [null];
  });
  const [[code], stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  clearTimeout(timer);
  for (const signal of SIGNALS) process.off(signal, interrupt);
  const isOk = code === 0 && reason === '';
  const why = reason || (stderr.trim() ? '' : `“${command}” ended with ${String(code)}.`);
  return { isOk, output: isOk ? stdout : [stdout, stderr, why].filter(Boolean).join('\n').trim() };
}
