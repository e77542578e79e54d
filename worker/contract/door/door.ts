import * as v from 'valibot';
import { SCAN_WAYS } from '../../../drizzle/handover-vocabulary.ts';
import { HOUR, MINUTE } from '../time/durations.ts';
import { readInstant } from '../time/iso-time.ts';

/** Scans are accepted from this long before a night starts until this long after it ends, in ms. */
export const AROUND_NIGHT_MS = 12 * HOUR;
export const MOST_SCANS = 200;
export const MOST_DOOR_STAFF = 20;
/** How often each holder of a ticket can bind the pass to a phone. */
export const MOST_PHONES = 10;

const NO_KEY = 'device_key is an Ed25519 public key in hex.';

export const AskForPasses = v.object({ device_key: v.pipe(v.string(NO_KEY), v.regex(/^[0-9a-f]{64}$/, NO_KEY)) });

/** `undone`: staff undid the scan, perhaps before it was first sent. */
const Scan = v.object({
  nonce: v.pipe(v.string(), v.uuid('nonce is a UUID.')),
  place: v.pipe(
    v.string(),
    v.regex(
      /^(ticket:[\w-]{1,64}:\d{1,2}|guest:[\w-]{1,64}|waitlist:[\w-]{1,64})$/,
      'place is a ticket, guest or waitlist place.',
    ),
  ),
  way: v.picklist(SCAN_WAYS),
  code: v.nullable(v.pipe(v.string(), v.maxLength(400))),
  at: v.pipe(
    v.string(),
    v.check((text) => readInstant(text) !== null, 'at is a time in ISO 8601.'),
    v.transform((text) => new Date(readInstant(text)!)),
  ),
  undone: v.boolean(),
});
export type Scan = v.InferOutput<typeof Scan>;

export const SendScans = v.object({
  door: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Give this door a name.'),
    v.maxLength(30, 'Use at most 30 characters for the door’s name.'),
  ),
  scans: v.pipe(v.array(Scan), v.minLength(1), v.maxLength(MOST_SCANS, `Send at most ${MOST_SCANS} scans at once.`)),
});
export type SendScans = v.InferOutput<typeof SendScans>;

/** `in`: the scan counts. `conflict`: the place was already full. `refused`: the place or time is wrong. */
export type ScanOutcome = 'in' | 'conflict' | 'undone' | 'refused';

/**
 * `now` is in UTC ms. `open`: the night has started, and may be over. `early`: staff can let people in, but must
 * confirm this first. `closed`: it is too early for scans.
 */
export function doorsAt(start_at: string, now: number): 'open' | 'early' | 'closed' {
  const wait = Date.parse(start_at) - now;
  return wait <= 0 ? 'open' : wait <= AROUND_NIGHT_MS ? 'early' : 'closed';
}

/**
 * Counts the people who came in during each quarter of an hour. Times are ISO 8601. If the entries span more than 200
 * quarters, quarters without entries are left out.
 */
export function countByQuarter(
  entries: readonly { at: string; seat: number | null }[],
): { at: string; people: number }[] {
  const QUARTER_MS = 15 * MINUTE;
  const counts = new Map<number, number>();
  for (const { at, seat } of entries) {
    if (seat === null) continue;
    const quarter = Math.floor(Date.parse(at) / QUARTER_MS);
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
  }
  const [first, last] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  if (counts.size === 0 || last - first > 200)
    return Array.from(counts, ([quarter, people]) => ({ at: new Date(quarter * QUARTER_MS).toISOString(), people }));
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    at: new Date((first + at) * QUARTER_MS).toISOString(),
    people: counts.get(first + at) ?? 0,
  }));
}
