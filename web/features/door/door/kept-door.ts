import type { DoorList } from '../../../../worker/contract/door/judge-pass.ts';
import { fromHex, textBytes } from '../../../../worker/contract/door/pass-code.ts';
import type { ScanWay } from '../../../../drizzle/handover-vocabulary.ts';
import { keptValues } from '../../trade/pass/kept.ts';
import { verifyAnywhere } from '../../trade/pass/signatures.ts';

/** The list of a door as the server signed it, and how far the server's clock is ahead, in ms. */
export interface SignedList {
  list: string;
  key_id: string;
  signature: string;
  ahead_ms: number;
}

/** A scan of this door that is not sent yet. */
export interface WaitingScan {
  nonce: string;
  place: string;
  way: ScanWay;
  code: string | null;
  at: string;
  undone: boolean;
}

const lists = keptValues('vouch-door-list');
const scans = keptValues('vouch-door-scans');

export const keepList = (slug: string, signed: SignedList) => lists.write(slug, signed);
export const keptList = async (slug: string) => ((await lists.read(slug)) as SignedList | undefined) ?? null;
export const keepWaiting = (slug: string, waiting: readonly WaitingScan[]) => scans.write(`scans:${slug}`, waiting);
export const keptWaiting = async (slug: string) =>
  ((await scans.read(`scans:${slug}`)) as WaitingScan[] | undefined) ?? [];
export const keepName = (name: string) => scans.write('name', name);
export const keptName = async () => ((await scans.read('name')) as string | undefined) ?? 'Front';

/**
 * The list, if its signature is right. Null for a list that is damaged. The key is one that the list itself names, so
 * this does not stop the owner of the phone from writing another list; the server checks every scan itself.
 */
export async function openList({ list, key_id, signature }: SignedList): Promise<DoorList | null> {
  try {
    const read = JSON.parse(list) as DoorList;
    const key = read.keys.find(({ id }) => id === key_id);
    const isRight =
      key &&
      (await verifyAnywhere({ key: fromHex(key.public_key), signature: fromHex(signature), data: textBytes(list) }));
    return isRight ? read : null;
  } catch {
    return null;
  }
}
