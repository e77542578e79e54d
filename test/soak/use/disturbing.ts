import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_FAULTS, type DatabaseFault } from './faulty-entry.ts';
import type { Server } from './server.ts';
import { CLOSING_MS, type World } from './world.ts';

/** This share of a run, at its end, stays free of kills and faults, so that one Worker lives long. */
const UNDISTURBED = 0.3;
/**
 * How long each fault lasts, in ms. Each kill and each fault has its own part of the run. If the parts are shorter than
 * `LONG_PART_MS`, a fault lasts `SHORT_SHARE` of its part instead.
 */
const LASTS_MS: Record<DatabaseFault, number> = {
  stall: 60_000,
  'reset on write': 20_000,
  'lost answer': 20_000,
  slow: 20_000,
};
const LONG_PART_MS = 15_000;
const SHORT_SHARE = 0.6;
const LEAST_BEFORE = 0.3;

interface Disturbed {
  server: Server;
  kills: number;
  seconds: number;
}

/**
 * Kills the server `kills` times and causes each fault once, all in a random order. Restarts and long faults extend the
 * run.
 */
export async function disturb(world: World, { server, kills, seconds }: Disturbed): Promise<void> {
  const all = shuffled(world, [...Array.from({ length: kills }, () => 'kill' as const), ...DATABASE_FAULTS]);
  const part = (seconds * 1000 * (1 - UNDISTURBED)) / all.length;
  for (const [at, what] of all.entries()) {
    if (what === 'kill') await killIn(world, { server, part });
    else await failIn(world, { server, part, fault: what });
    console.info(`${what}: ${at + 1} of ${all.length}`);
  }
}

async function killIn(world: World, { server, part }: { server: Server; part: number }): Promise<void> {
  await sleep(part * (0.7 + world.random() * 0.3));
  const killed = Date.now();
  await server.kill();
  await server.start();
  extend(world, Date.now() - killed);
}

async function failIn(
  world: World,
  { server, part, fault }: { server: Server; part: number; fault: DatabaseFault },
): Promise<void> {
  const lasts = part >= LONG_PART_MS ? LASTS_MS[fault] : part * SHORT_SHARE;
  // Each fault starts after a wait, so that the pages are in the caches before the first fault.
  const before = Math.max(part * LEAST_BEFORE, (part - lasts) * world.random());
  await sleep(before);
  await server.setFault(fault);
  world.fault = fault;
  await sleep(lasts);
  world.fault = null;
  await server.setFault(null);
  extend(world, Math.max(0, before + lasts - part));
  await sleep(Math.max(0, part - before - lasts));
}

function extend(world: World, ms: number): void {
  world.ends += ms;
  world.closes = world.ends + CLOSING_MS;
}

function shuffled<T>({ random }: World, all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ each }) => each);
}
