import { MINUTE } from '../../contract/time/durations.ts';

/** `wrangler.toml` states the limits on reads in blocks of this many reads. */
export const READS_IN_A_BLOCK = 10;

const BLOCK_MS = MINUTE;
/** How many keys are kept for each limit. */
const MOST_KEYS = 10_000;

interface Block {
  left: number;
  until: number;
}

const blocks = new WeakMap<RateLimit, Map<string, Block>>();

/**
 * Calls the binding only for the first of ten reads in this isolate, because a call takes longer than most reads. That
 * call counts all ten. So some counted reads may go unused, and a client may be refused a little early.
 */
export async function countRead(binding: RateLimit, { key }: { key: string }): Promise<{ success: boolean }> {
  const own = blocks.get(binding) ?? new Map<string, Block>();
  blocks.set(binding, own);
  if (takeRead(own.get(key))) return { success: true };
  // If the binding refuses, a read may still be left from a parallel call that counted ten meanwhile.
  const { success } = await binding.limit({ key });
  if (success) addReads(own, key);
  return { success: success || takeRead(own.get(key)) };
}

function takeRead(block: Block | undefined): boolean {
  if (block === undefined || block.left === 0 || block.until <= Date.now()) return false;
  block.left -= 1;
  return true;
}

/** Keeps the reads that a parallel call has added. */
function addReads(own: Map<string, Block>, key: string): void {
  const block = own.get(key);
  const left = block !== undefined && block.until > Date.now() ? block.left : 0;
  own.delete(key);
  if (own.size >= MOST_KEYS) own.delete(own.keys().next().value!);
  own.set(key, { left: left + READS_IN_A_BLOCK - 1, until: Date.now() + BLOCK_MS });
}
