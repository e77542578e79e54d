import { setTimeout as sleep } from 'node:timers/promises';
import { askAgain } from '../../support/ask-again.ts';
import { readUnrest } from './read-stored.ts';
import type { Server } from './server.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The cron runs as if it were this much later, so that the waits after failed calls end. */
const LATER_MS = [11 * MINUTE_MS, 22 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 48 * HOUR_MS];
const LOOK_MS = 1000;
/** How long `hearTheRest` waits for the last messages, and how long `comeToRest` waits for progress, in ms. */
const REST_MS = 120_000;

export async function hearTheRest(world: World): Promise<void> {
  const newest = new Map<string, number>();
  for (const { id, slug } of world.cast.events) {
    const answer = await askAgain(`${world.origin}/api/events/${slug}/messages?limit=1`);
    newest.set(id, ((await answer.json()) as { last_seq: number }).last_seq);
  }
  const areBehind = () => world.history.heard.some(({ room, last }) => last < (newest.get(room) ?? 0));
  for (const until = Date.now() + REST_MS; areBehind() && Date.now() < until;) await sleep(LOOK_MS);
  world.is_heard = true;
}

/**
 * Runs the cron at ever later times until nothing waits and the ledger agrees with the provider's balance. Gives up if
 * nothing progresses for two minutes.
 */
export async function comeToRest(
  { outside }: World,
  { server, state }: { server: Server; state: string },
): Promise<void> {
  const began = Date.now();
  for (const later of LATER_MS) {
    await server.runCron(began + later);
    await sleep(LOOK_MS);
  }
  let least = Number.POSITIVE_INFINITY;
  let moved = Date.now();
  for (let rounds = 1; Date.now() < moved + REST_MS;) {
    const { waiting, ledger_cents } = readUnrest(state);
    if (waiting === 0 && ledger_cents === outside.provider.state().balance) return;
    if (waiting < least) {
      least = waiting;
      moved = Date.now();
    } else {
      // The cron runs only when nothing progresses. If it ran while the queue still works, it would queue the same
      // messages again.
      await server.runCron(began + LATER_MS.at(-1)! + rounds * HOUR_MS);
      rounds += 1;
    }
    await sleep(LOOK_MS);
  }
}
