import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { V4WorkerOptions } from 'miniflare';

export const DATABASE_FAULTS = ['stall', 'reset on write', 'lost answer', 'slow'] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

/** A request to this path starts the fault that its body names. The body `none` ends the fault. */
export const FAULT_PATH = '/soak/database-fault';

const WRAPPER = new URL('../../support/worker/faulty-d1.ts', import.meta.url);

/**
 * Returns the source of a module that disturbs the database of the built Worker. `reset on write` makes a share of the
 * writes fail, although half of the failed writes are stored. `lost answer` makes a share of all calls fail after they
 * ran. In a stall every call fails. A third of the writes is then stored at once, a third after the stall, and a third
 * never.
 */
const entryFor = (built: string) => `import { waitUntil } from 'cloudflare:workers';
import worker from './${built}';
import { d1Error, faultyD1 } from './soak-faulty-d1.js';
export * from './${built}';

const SHARE = 0.3;
const SLOW_MS = 2000;
let fault = 'none';
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const stallEnds = async () => { while (fault === 'stall') await pause(250); };

async function disturb(run, { is_write }) {
  if (fault === 'slow') await pause(SLOW_MS);
  const chance = Math.random();
  if (fault === 'reset on write' && is_write && chance < SHARE) {
    if (chance < SHARE / 2) await run();
    throw d1Error('Internal error in D1 DB storage caused object to be reset.');
  }
  if (fault === 'lost answer' && chance < SHARE) {
    await run();
    throw d1Error('Network connection lost.');
  }
  if (fault === 'stall') {
    if (is_write && chance < 1 / 3) await run().catch(() => undefined);
    else if (is_write && chance < 2 / 3) waitUntil(stallEnds().then(run).catch(() => undefined));
    await stallEnds();
    throw d1Error('D1 DB storage operation exceeded timeout which caused object to be reset.');
  }
  return run();
}

let database;
const disturbed = (env) => ({ ...env, DB: (database ??= faultyD1(env.DB, disturb)) });

export default {
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== '${FAULT_PATH}') return worker.fetch(request, disturbed(env), ctx);
    fault = await request.text();
    return new Response(null, { status: 204 });
  },
  queue: (batch, env, ctx) => worker.queue(batch, disturbed(env), ctx),
  scheduled: (controller, env, ctx) => worker.scheduled(controller, disturbed(env), ctx),
};
`;

export function withFaultyD1(worker: V4WorkerOptions): V4WorkerOptions {
  if (!('modules' in worker) || !Array.isArray(worker.modules)) throw new Error('The Worker has no list of modules.');
  const [built, ...others] = worker.modules;
  if (!built) throw new Error('The Worker has no module.');
  const wrapper = stripTypeScriptTypes(readFileSync(WRAPPER, 'utf8'));
  return {
    ...worker,
    modules: [
      { type: 'ESModule', path: 'soak-entry.js', contents: entryFor(built.path) },
      { type: 'ESModule', path: 'soak-faulty-d1.js', contents: wrapper },
      built,
      ...others,
    ],
  };
}
