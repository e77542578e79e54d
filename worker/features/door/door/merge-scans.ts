import type { Actor, Db } from '../../../context.ts';
import { AROUND_NIGHT_MS, type Scan, type ScanOutcome, type SendScans } from '../../../contract/door/door.ts';
import { codeProblem, type DoorEntry, entriesOf } from '../../../contract/door/judge-pass.ts';
import { readCode } from '../../../contract/door/pass-code.ts';
import { endOfEvent } from '../../../contract/trade/payment-times.ts';
import { entryOf, ticketPlace } from './door-places.db.ts';
import { checkDoor, type DoorEvent } from './door-rights.db.ts';
import { passKeys } from './pass-keys.ts';
import { findPlaces, type ScanToStore, storeScans } from './scans.db.ts';

/** `first` is the first entry that counts for the place. */
interface Merged {
  nonce: string;
  outcome: ScanOutcome;
  first: { at: string; door: string } | null;
}

/**
 * Stores scans in two round trips. Entries are facts: they are stored even if the pass was void or already used. Only a
 * QR code that the server and the phone have signed, for this ticket and the time of the scan, proves that the holder
 * was there. Any other QR scan is stored as an entry by name. Throws `event.not_found`, `request.forbidden` and
 * `launch.off`.
 */
export async function mergeScans(
  env: Env,
  { db, sent, ...asked }: { db: Db; sent: SendScans; slug: string; actor: Actor; now: Date },
) {
  const found = await findPlaces(db, { ...asked, places: sent.scans.map(({ place }) => place) });
  const event = checkDoor(found.event);
  const known = new Set(found.places.map(({ place }) => place));
  const proven = await provenScans(env, { event, scans: sent.scans, found });
  const rows = sent.scans
    .filter((scan) => known.has(scan.place) && isInTime(event, scan.at))
    .map((scan) => rowOf(scan, { now: asked.now, isProven: proven.has(scan.nonce) }));
  const staff_id = asked.actor.user_id;
  const stored =
    rows.length > 0 ? await storeScans(db, { event, rows, door: sent.door, staff_id, now: asked.now }) : null;
  const entries = stored?.entries.map(entryOf) ?? [];
  const outcomes = sent.scans.map((scan) => outcomeOf(scan, entries));
  return { outcomes, entries, received: stored?.received ?? [], holder_ids: stored?.holder_ids ?? [] };
}

const isInTime = (event: DoorEvent, at: Date) =>
  at.getTime() >= event.start_at.getTime() - AROUND_NIGHT_MS &&
  at.getTime() <= endOfEvent(event).getTime() + AROUND_NIGHT_MS;

/** Returns the nonces of the QR scans whose codes are valid. The server checks each code itself. */
async function provenScans(
  env: Env,
  { event, scans, found }: { event: DoorEvent; scans: readonly Scan[]; found: Awaited<ReturnType<typeof findPlaces>> },
): Promise<Set<string>> {
  const { keys } = await passKeys(env);
  // A scan can reach the server after the ticket has moved to another phone, so void passes count too.
  const placeOfPass = new Map([
    ...found.places.map(({ pass_id, place }) => [pass_id, place] as const),
    ...found.passes.map((pass) => [pass.id, ticketPlace(pass)] as const),
  ]);
  const nonces = await Promise.all(
    scans.map(async ({ nonce, way, code, place, at }) => {
      if (way !== 'qr' || code === null || placeOfPass.get(readCode(code)?.pass_id ?? null) !== place) return [];
      const doorEvent = { ...event, start_at: '', end_at: null, is_cancelled: false };
      const problem = await codeProblem(code, {
        list: { event: doorEvent, made_at: at.toISOString(), keys },
        now: at.getTime(),
      });
      return problem ? [] : [nonce];
    }),
  );
  return new Set(nonces.flat());
}

function rowOf(scan: Scan, { now, isProven }: { now: Date; isProven: boolean }): ScanToStore {
  const [, request, position] = /^ticket:(.+):(\d+)$/.exec(scan.place) ?? [];
  return {
    nonce: scan.nonce,
    place: scan.place,
    request_id: request ?? null,
    position: position ? Number(position) : null,
    way: scan.way === 'qr' && !isProven ? 'name' : scan.way,
    // A phone's clock may be ahead.
    at: Math.min(scan.at.getTime(), now.getTime()),
    undone_at: scan.undone ? now.getTime() : null,
  };
}

function outcomeOf({ nonce, place }: Scan, entries: readonly DoorEntry[]): Merged {
  const own = entries.find((entry) => entry.nonce === nonce && entry.place === place);
  const [first] = entriesOf(place, entries);
  const outcome = !own ? 'refused' : own.undone ? 'undone' : own.seat === null ? 'conflict' : 'in';
  return { nonce, outcome, first: first ? { at: first.at, door: first.door } : null };
}
