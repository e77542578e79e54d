import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseNode } from './worker/local/processes/choose-node.mjs';

// `node run.mjs FILE.ts [arguments]` runs a TypeScript file. If this Node is too old, the Node that npm has installed
// with the project runs FILE.ts. run.mjs itself is plain JavaScript, because Node 20 has to read it.
const { platform, arch, versions } = process;
if (process.env['npm_lifecycle_event']) endWithParent();
const chosen = chooseNode({ version: versions.node, platform, arch }, findInstalled);
if (chosen.use === 'this') await runHere();
else if (chosen.use === 'packaged') handOver(chosen.path);
else fail(chosen.sentence);

/** @param {string} program */
function findInstalled(program) {
  try {
    return createRequire(import.meta.url).resolve(program);
  } catch {
    return undefined;
  }
}

/** Runs the file in this process, with the arguments it would get if Node had started it directly. */
async function runHere() {
  const file = resolve(process.argv[2] ?? '');
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
}

/**
 * Runs this command again with another Node, passes SIGINT and SIGTERM on, and exits with that Node's exit code.
 *
 * @param {string} path
 */
function handOver(path) {
  const child = spawn(path, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => fail(message));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/** npm passes a signal only to its shell. So this process sends itself SIGTERM once that shell has ended. */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
