import type { DoorList } from '../../../../worker/contract/door/judge-pass.ts';
import { fromHex, textBytes } from '../../../../worker/contract/text/bytes.ts';
import type { ScanWay } from '../../../../drizzle/handover-vocabulary.ts';
import { browserStore } from '../../trade/pass/browser-store.ts';
import { verifyAnywhere } from '../../trade/pass/signatures.ts';

/** `ahead_ms` is how far the server's clock is ahead of the phone's. */
export interface SignedList {
  list: string;
  key_id: string;
  signature: string;
  ahead_ms: number;
}

export interface WaitingScan {
  nonce: string;
  place: string;
  way: ScanWay;
  code: string | null;
  at: string;
  undone: boolean;
}

const lists = browserStore('vouch-door-list');
const scans = browserStore('vouch-door-scans');

export const saveList = (slug: string, signed: SignedList) => lists.write(slug, signed);
export const savedList = async (slug: string) => ((await lists.read(slug)) as SignedList | undefined) ?? null;
export const saveWaiting = (slug: string, waiting: readonly WaitingScan[]) => scans.write(`scans:${slug}`, waiting);
export const savedWaiting = async (slug: string) =>
  ((await scans.read(`scans:${slug}`)) as WaitingScan[] | undefined) ?? [];
export const saveName = (name: string) => scans.write('name', name);
export const savedName = async () => ((await scans.read('name')) as string | undefined) ?? 'Front';

/**
 * Returns null unless the signature is valid. The public key comes from the list itself, so the owner of the phone
 * could forge a list. The server therefore checks every scan again.
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
