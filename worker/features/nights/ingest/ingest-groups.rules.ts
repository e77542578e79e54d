import { nameKey } from '../../../contract/nights/events/slug.ts';
import type { Item } from './ingest.rules.ts';

/**
 * The most bytes in a group. D1 accepts bound values of up to 2 MB. Even a body of 1 MB may exceed that, because a
 * group also holds the normalized names of its items. Normalizing can turn one character into eighteen.
 */
const GROUP_BYTES = 1_500_000;
const ROW_BYTES = 400;

/** Splits the items into groups that each fit into one bound value. Keeps the order. */
export function inGroups(items: readonly Item[]): Item[][] {
  const encoder = new TextEncoder();
  const groups: Item[][] = [];
  let bytes = Infinity;
  for (const item of items) {
    const { event } = item;
    const folded = [event.title, event.venue_name, event.city ?? ''].map(nameKey);
    const size = ROW_BYTES + encoder.encode(JSON.stringify([event, folded])).byteLength;
    bytes += size;
    if (bytes > GROUP_BYTES) {
      groups.push([]);
      bytes = size;
    }
    groups.at(-1)!.push(item);
  }
  return groups;
}
