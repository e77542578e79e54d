import { MINUTE } from '../../contract/time/durations.ts';

/**
 * How many reads one call of a limit's binding counts. The limits of reads in `wrangler.toml` are in blocks of this
 * size.
 */
export const READS_IN_A_BLOCK = 10;

/** How long the rest of a block is valid, in ms: as long as the window of the limits. */
const BLOCK_MS = MINUTE;
/** The most keys of one limit that an isolate remembers. */
const MOST_KEYS = 10_000;

interface Block {
  left: number;
  until: number;
}

const blocks = new WeakMap<RateLimit, Map<string, Block>>();

/**
 * Counts one read of a key against a limit. False past it. The binding is called for the first of ten reads in this
 * isolate, which pays for all ten, because a call takes longer than most reads. So no client gets more than the limit;
 * one whose reads are spread over isolates can get up to nine fewer for each of them.
 */
export async function countRead(binding: RateLimit, { key }: { key: string }): Promise<{ success: boolean }> {
  const own = blocks.get(binding) ?? new Map<string, Block>();
  blocks.set(binding, own);
  if (takeRead(own.get(key))) return { success: true };
  // Reads that arrive meanwhile ask for themselves, so that a refused call lets none of them through.
  const { success } = await binding.limit({ key });
  if (success) addReads(own, key);
  return { success: success || takeRead(own.get(key)) };
}

/** Takes one read that is paid for. False if there is none. */
function takeRead(block: Block | undefined): boolean {
  if (block === undefined || block.left === 0 || block.until <= Date.now()) return false;
  block.left -= 1;
  return true;
}

/** Adds the reads that a call has paid for besides its own. Calls that were made together add up. */
function addReads(own: Map<string, Block>, key: string): void {
  const block = own.get(key);
  const left = block !== undefined && block.until > Date.now() ? block.left : 0;
  own.delete(key);
  if (own.size >= MOST_KEYS) own.delete(own.keys().next().value!);
  own.set(key, { left: left + READS_IN_A_BLOCK - 1, until: Date.now() + BLOCK_MS });
}
