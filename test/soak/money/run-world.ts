import { noFaults } from '../../../worker/local/fake-provider/core.ts';
import { ACTIONS, buy, openAccount, releasePayouts, run } from './actions.ts';
import { brokenPromises, ledgerDifference } from './check-books.ts';
import { cardsOverdue, untold } from './check-kept-cards.ts';
import { overdue } from './check-tickets.ts';
import { beTheEdge } from './edge.ts';
import { lookForSome } from './kept-cards.ts';
import { metBy } from './met.ts';
import { calmCron, cron, MOST_RUNS, receiveEvent } from './processes.ts';
import { squadsOverdue } from './squads.ts';
import { addListing, makeWorld, type World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MOST_AT_ONCE = 6;
const MOST_STEPS = 36;
/** The share of steps at which the clock jumps by hours, not minutes. */
const JUMPS = 0.06;
/** Once in this many steps, the cron runs and is not killed. After such a run nothing may be overdue. */
const CALM = 8;
/** How many more steps run once the wanted number of ticket requests is granted. */
const LATE_STEPS = 45;
/** The share of these late steps at which the clock jumps by hours. */
const LATE_JUMPS = 0.35;
/** How many people begin to look for tickets right before the faults end. */
const LAST_SEARCHES = 12;

export interface Outcome {
  purchases: number;
  difference_cents: number;
  broken: string[];
  met: Record<string, number>;
}

/**
 * Runs one seed. The faults last until `purchases` ticket requests are granted and `LATE_STEPS` more steps have run.
 * Then `MOST_STEPS` steps without faults follow, in which all open work must be finished on time.
 */
export async function runWorld({ seed, purchases }: { seed: number; purchases: number }): Promise<Outcome> {
  const world = await makeWorld({ seed, buyers: 40 + Math.ceil(purchases / 2) });
  await beTheEdge(world);
  world.hook.deliver = (request) => receiveEvent(world, request);
  Object.assign(world.fake.faults, {
    serverError: 0.04,
    lostAnswer: 0.04,
    storedError: 0.06,
    doubledWebhook: 0.4,
    lostWebhook: 0.15,
    shuffledWebhooks: 0.5,
    delayedWebhook: 0.3,
  });
  world.faults.kill = 0.004;
  const count = { granted: 0 };
  let late = 0;
  const broken: string[] = [];
  for (let tries = 0; late < LATE_STEPS; tries++) {
    // Once enough requests are granted, days pass: payouts are sent, and banks and staff take money back.
    const isLate = count.granted >= purchases;
    if (isLate) late += 1;
    const width = 1 + Math.floor(world.random() * MOST_AT_ONCE);
    const steps = Array.from({ length: width }, () => run(() => act(world)));
    if (!isLate || tries % 3 === 0) steps.push(run(async () => void (count.granted += (await buy(world)) ? 1 : 0)));
    if (tries % 3 === 0) steps.push(run(() => cron(world)));
    if (tries % 2 === 0) steps.push(run(() => world.fake.pump()));
    await Promise.all(steps);
    world.clock.ms += Math.floor(
      world.random() * (world.random() < (isLate ? LATE_JUMPS : JUMPS) ? 20 * HOUR_MS : 2 * MINUTE_MS),
    );
    if (tries % CALM === CALM - 1) {
      await calmCron(world);
      broken.push(...overdue(world), ...squadsOverdue(world), ...untold(world));
    }
    if (tries % 40 === 39) await restock(world);
  }
  broken.push(...(await comeToRest(world)));
  return {
    purchases: count.granted,
    difference_cents: ledgerDifference(world),
    broken: [...new Set(broken), ...brokenPromises(world)],
    met: metBy(world),
  };
}

const WEIGHT = ACTIONS.reduce((total, [weight]) => total + weight, 0);

async function act(world: World): Promise<void> {
  let left = world.random() * WEIGHT;
  for (const [weight, action] of ACTIONS) {
    left -= weight;
    if (left < 0) {
      await action(world);
      return;
    }
  }
}

async function restock(world: World): Promise<void> {
  for (const [at, id] of world.events.entries()) {
    const row = world.database.prepare('SELECT * FROM events WHERE id = ?').get(id)!;
    if (row['cancelled_at'] === null && Number(row['start_at']) > world.clock.ms) continue;
    const next = `${id.split('.')[0]}.${world.stock.size}`;
    const start_at = world.clock.ms + (8 + at * 20) * HOUR_MS;
    // Copies the row without a temporary table, which would make SQLite compile every statement again.
    const fresh = { end_at: null, cancelled_at: null, listing_count: 0, has_sales: 0, external_id: null };
    const later = { ...row, id: next, slug: next, start_at, ...fresh };
    const values = Object.values(later);
    world.database
      .prepare(`INSERT INTO events (${Object.keys(later).join()}) VALUES (${values.map(() => '?').join()})`)
      .run(...values);
    world.events[at] = next;
  }
  for (const event_id of world.events) {
    for (const seller_id of world.sellers.slice(0, 4))
      await addListing(world, { event_id, seller_id, quantity: 2 + Math.floor(world.random() * 8) });
  }
}

async function comeToRest(world: World): Promise<string[]> {
  const { fake, database, clock } = world;
  for (let people = 0; people < LAST_SEARCHES; people++) await run(() => lookForSome(world));
  Object.assign(fake.faults, noFaults());
  world.faults.kill = 0;
  const broken: string[] = [];
  fake.act.topUp(10_000_000);
  for (const seller of world.sellers) await openAccount(world, seller);
  for (const { id, status } of fake.state().disputes.values()) {
    if (status !== 'won' && status !== 'lost') fake.act.closeDispute(id, id.length % 2 ? 'won' : 'lost');
  }
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    database.exec("UPDATE refunds SET status = 'due', failures = 0 WHERE status = 'stuck'");
    database.exec(`UPDATE payout_holds SET ended_at = ${clock.ms} WHERE reason = 'fraud_warning' AND ended_at IS NULL`);
    await releasePayouts(world);
    await fake.pump();
    for (let runs = 0; runs < MOST_RUNS && (await cron(world)) > 0; runs++);
    broken.push(...overdue(world), ...squadsOverdue(world), ...untold(world), ...cardsOverdue(world));
    clock.ms += steps < 6 ? HOUR_MS : 20 * HOUR_MS;
  }
  return broken;
}
