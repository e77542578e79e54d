import type { PassVoid, ScanWay } from '../../../drizzle/handover-vocabulary.ts';
import { HOUR } from '../time/durations.ts';
import {
  eventTag,
  readCode,
  shortCode,
  stepAt,
  typedShortCode,
  verifyByPlatform,
  type VerifySignature,
} from './pass-code.ts';
import { fromHex } from '../text/bytes.ts';

/** In ms. If the door's list is older than this, the door admits nobody. */
export const LIST_MS = 18 * HOUR;

export interface DoorPlace {
  /** `ticket:{request}:{position}`, `guest:{id}` or `waitlist:{id}`. */
  place: string;
  name: string;
  /** More than one only for a guest or a person from the waitlist who brings companions. */
  places: number;
  /** A ticket's number within its ticket request. Null for other places. */
  position: number | null;
  /** How many tickets the ticket request has. Null for other places. */
  of: number | null;
  /** The valid pass of a ticket or of a person from the waitlist. Null while no pass is valid, and for a guest. */
  pass_id: string | null;
  void: PassVoid | null;
}

/** A scan of a place. `seat` is null if the scan does not count: it was undone, or the place was already full. */
export interface DoorEntry {
  nonce: string;
  place: string;
  at: string;
  door: string;
  way: ScanWay;
  seat: number | null;
  undone: boolean;
}

/** All that a door needs for one event, even offline. Keys are in hex, times in ISO 8601. */
export interface DoorList {
  event: {
    id: string;
    title: string;
    venue_name: string;
    start_at: string;
    end_at: string | null;
    is_cancelled: boolean;
  };
  made_at: string;
  keys: { id: string; public_key: string }[];
  places: DoorPlace[];
  /** Passes that became void, because the ticket was moved to another phone or to another person. */
  void_passes: { pass_id: string; place: string }[];
  entries: DoorEntry[];
}

export type UnknownReason = 'not_a_pass' | 'forged' | 'old_code' | 'early_code' | 'not_on_list' | 'list_old';

/** `first` is the earliest entry of the place. Undone entries are ignored. */
export type Judgement =
  | { result: 'ok'; way: ScanWay; place: DoorPlace }
  | { result: 'already_in'; place: DoorPlace; first: Pick<DoorEntry, 'nonce' | 'at' | 'door' | 'way'> }
  | { result: 'wrong_event' }
  | { result: 'void'; because: PassVoid; place: DoorPlace | null }
  | { result: 'unknown'; because: UnknownReason };

const unknown = (because: UnknownReason): Judgement => ({ result: 'unknown', because });

export interface Door {
  list: DoorList;
  /** Includes entries that this door has not sent yet. */
  entries: readonly DoorEntry[];
  /** The present time, corrected by the server's clock, in ms. */
  now: number;
  verify?: VerifySignature;
}

/** `text` is a QR code, or a typed short code. */
export async function judgeCode(text: string, door: Door): Promise<Judgement> {
  const typed = typedShortCode(text.trim());
  if (typed) return judgeTyped(typed, door);
  const problem = await codeProblem(text.trim(), door);
  if (problem) return problem;
  const { pass_id } = readCode(text.trim())!;
  const place = door.list.places.find((each) => each.pass_id === pass_id);
  if (place) return judgePlace(place, { ...door, way: 'qr' });
  const moved = door.list.void_passes.find((each) => each.pass_id === pass_id);
  if (!moved) return unknown('not_on_list');
  return {
    result: 'void',
    because: 'other_device',
    place: door.list.places.find((each) => each.place === moved.place) ?? null,
  };
}

export function judgePlace(place: DoorPlace, { list, entries, now, way }: Door & { way: ScanWay }): Judgement {
  if (isListOld(list, now)) return unknown('list_old');
  if (place.void) return { result: 'void', because: place.void, place };
  const inside = entriesOf(place.place, entries);
  return inside.length < place.places
    ? { result: 'ok', way, place }
    : { result: 'already_in', place, first: inside[0]! };
}

/** Leaves out undone entries. The earliest comes first. */
export function entriesOf(place: string, entries: readonly DoorEntry[]): DoorEntry[] {
  return entries
    .filter((entry) => entry.place === place && !entry.undone)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.nonce < b.nonce ? -1 : 1));
}

/** Returns null if the server and the phone signed the code for this event and time. */
export async function codeProblem(
  text: string,
  {
    list,
    now,
    verify = verifyByPlatform,
  }: Pick<Door, 'now' | 'verify'> & { list: Pick<DoorList, 'event' | 'made_at' | 'keys'> },
): Promise<Judgement | null> {
  const code = readCode(text);
  if (!code) return unknown('not_a_pass');
  if (isListOld(list, now)) return unknown('list_old');
  const key = list.keys.find(({ id }) => id === code.key_id);
  if (!key || !(await verify({ key: fromHex(key.public_key), ...code.pass }))) return unknown('forged');
  if (!(await verify({ key: fromHex(code.device_key), ...code.shown }))) return unknown('forged');
  if (code.event_tag !== (await eventTag(list.event.id))) return { result: 'wrong_event' };
  const ahead = code.step - stepAt(now);
  if (ahead < -1) return unknown('old_code');
  return ahead > 1 ? unknown('early_code') : null;
}

function judgeTyped(typed: string, door: Door): Judgement {
  const found = door.list.places.filter(({ pass_id }) => pass_id && shortCode(pass_id) === typed);
  if (found.length === 1) return judgePlace(found[0]!, { ...door, way: 'code' });
  const moved = door.list.void_passes.find(({ pass_id }) => shortCode(pass_id) === typed);
  return moved ? { result: 'void', because: 'other_device', place: null } : unknown('not_on_list');
}

const isListOld = ({ made_at }: Pick<DoorList, 'made_at'>, now: number) => now - Date.parse(made_at) > LIST_MS;
