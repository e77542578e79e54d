import { clock } from './edge.ts';
import { beHonest } from './honest.ts';
import { takeNote } from './notes.ts';
import { cron } from './serve.ts';
import { payOut } from './asking.ts';
import { DAY_MS, DOORS, HOUR_MS, OVER, rows, type World } from './world.ts';

const MINUTE_MS = 60_000;

/** "The doors" is the opening time as first announced. */
export const UNTIL = {
  'a minute': (now: number) => now + MINUTE_MS,
  'three hours': (now: number) => now + 3 * HOUR_MS,
  'a day': (now: number) => now + DAY_MS + HOUR_MS,
  'two days before the doors': () => DOORS - 2 * DAY_MS,
  'the afternoon before the doors': () => DOORS - 4 * HOUR_MS,
  'half an hour before the doors': () => DOORS - HOUR_MS / 2,
  'the doors': () => DOORS + MINUTE_MS,
  'the night is over': () => OVER + HOUR_MS,
  'two days after the night': () => OVER + 2 * DAY_MS + HOUR_MS,
  'four days after the night': () => OVER + 4 * DAY_MS,
  'a week later': (now: number) => now + 7 * DAY_MS,
} as const;
export type Until = keyof typeof UNTIL;

/** The moments around a night at which people or the cron act by themselves. */
const momentsOf = (doors: number, over: number): number[] => [
  doors - DAY_MS + HOUR_MS,
  doors - HOUR_MS / 2,
  doors + HOUR_MS,
  over - HOUR_MS / 2,
  over + 12 * HOUR_MS,
  over + 25 * HOUR_MS,
  over + 73 * HOUR_MS,
];

function moments(world: World): number[] {
  const query = "SELECT start_at, end_at FROM events WHERE id = 'night'";
  const [event] = rows<{ start_at: number; end_at: number }>(world, query);
  const now = event ? momentsOf(event.start_at, event.end_at) : [];
  return [...new Set([...momentsOf(DOORS, OVER), ...now])];
}

/**
 * Moves the clock to `until`. The cron runs and honest people act now, at each of the `moments` on the way, and at the
 * end. Does nothing and returns false if `until` has already passed.
 */
export async function wait(world: World, until: Until): Promise<boolean> {
  const end = UNTIL[until](clock.ms);
  const isAhead = end > clock.ms;
  await passTo(world, end);
  return isAhead;
}

export async function passTo(world: World, end: number): Promise<void> {
  if (end <= clock.ms) return;
  const stops = [...moments(world), end]
    .filter((moment) => moment > clock.ms && moment <= end)
    .toSorted((a, b) => a - b);
  await beHonest(world);
  clock.ms = Math.min(end, clock.ms + MINUTE_MS / 2);
  await runMinute(world);
  await beHonest(world);
  for (const stop of stops) {
    clock.ms = stop;
    await runMinute(world);
    await beHonest(world);
    await takePayouts(world);
  }
}

/** Lets at least forty days pass, in which everything that is due happens. */
export async function rest(world: World): Promise<void> {
  const from = Math.max(clock.ms, OVER);
  for (const days of [5, 12, 40]) await passTo(world, from + days * DAY_MS);
}

async function takePayouts(world: World): Promise<void> {
  const due = rows<{ seller_id: string }>(
    world,
    "SELECT DISTINCT seller_id FROM payouts WHERE status = 'due' AND due_at <= ?",
    clock.ms,
  );
  for (const { seller_id } of due) {
    const who = world.owners.get(seller_id)!;
    if (world.people.get(who)?.id === seller_id) await payOut(world, { who });
  }
}

async function runMinute(world: World): Promise<void> {
  await cron(world.env);
  await world.fake.pump();
  takeNote(world);
}
