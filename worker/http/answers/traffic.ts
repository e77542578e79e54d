import { MINUTE } from '../../contract/time/durations.ts';

/** The upper ends of the ranges of response times, in ms. A slower answer is in no range. */
export const WITHIN_MS = [50, 100, 250, 500, 1000, 2500] as const;
/** How many minutes are kept at most while the database takes no writes. */
const MOST_MINUTES = 15;

type Within = `within_${(typeof WITHIN_MS)[number]}`;

/** The counts of one minute, named like the columns of the table `traffic`. */
export type Traffic = Record<'requests' | 'errors' | 'writes' | 'write_ms' | Within, number>;

/** The minutes that are not stored yet, by their beginning in UTC ms. */
const minutes = new Map<number, Traffic>();

export function noteAnswer({ status, ms, now }: { status: number; ms: number; now: number }): void {
  const range = WITHIN_MS.find((end) => ms <= end);
  add(now, {
    requests: 1,
    errors: status >= 500 ? 1 : 0,
    ...(range === undefined ? {} : { [`within_${range}`]: 1 }),
  });
}

/** `ms` is the time that the write took. */
export function noteWrite({ ms, now }: { ms: number; now: number }): void {
  add(now, { writes: 1, write_ms: Math.round(ms) });
}

export function takeTraffic(): Map<number, Traffic> {
  const taken = new Map(minutes);
  minutes.clear();
  return taken;
}

export function keepTraffic(taken: ReadonlyMap<number, Traffic>): void {
  for (const [at, counts] of taken) add(at, counts);
}

function add(now: number, counts: Partial<Traffic>): void {
  const at = Math.floor(now / MINUTE) * MINUTE;
  const minute = minutes.get(at) ?? noTraffic();
  for (const [name, count] of Object.entries(counts)) minute[name as keyof Traffic] += count;
  minutes.set(at, minute);
  if (minutes.size > MOST_MINUTES) minutes.delete(Math.min(...minutes.keys()));
}

const noTraffic = (): Traffic => ({
  requests: 0,
  errors: 0,
  writes: 0,
  write_ms: 0,
  within_50: 0,
  within_100: 0,
  within_250: 0,
  within_500: 0,
  within_1000: 0,
  within_2500: 0,
});
