/** How many reads one call of a limit's binding counts. The limits of reads in `wrangler.toml` are in blocks of this size. */
export const READS_IN_A_BLOCK = 10;

/** How long the rest of a block is valid, in ms: as long as the window of the limits. */
const BLOCK_MS = 60_000;
/** The most keys of one limit that an isolate remembers. */
const MOST_KEYS = 10_000;

interface Block {
  left: number;
  until: number;
}

const blocks = new WeakMap<RateLimit, Map<string, Block>>();

/**
 * Counts one read of a key against a limit. False past it. The binding is called for the first of ten reads in this isolate, which pays for
 * all ten, because a call takes longer than most reads. So no client gets more than the limit; one whose reads are spread over isolates can
 * get up to nine fewer for each of them.
 */
export async function countRead(binding: RateLimit, { key }: { key: string }): Promise<{ success: boolean }> {
  const own = blocks.get(binding) ?? new Map<string, Block>();
  blocks.set(binding, own);
  const block = own.get(key);
  if (block && block.left > 0 && block.until > Date.now()) {
    block.left -= 1;
    return { success: true };
  }
  // Reads that arrive while the binding is asked take from this block already.
  const next: Block = { left: READS_IN_A_BLOCK - 1, until: Date.now() + BLOCK_MS };
  own.delete(key);
  if (own.size >= MOST_KEYS) own.delete(own.keys().next().value!);
  own.set(key, next);
  const { success } = await binding.limit({ key });
  if (!success) next.left = 0;
  return { success };
}
