/**
 * A bucket holds at most `burst` tokens. In `seconds` seconds it gains `amount` tokens, evenly. A use takes one token
 * and must leave at least `keep` tokens.
 */
export interface BucketRule {
  amount: number;
  seconds: number;
  burst: number;
  keep?: number;
}

/** The tokens left at `at` (UTC ms). */
export interface Bucket {
  tokens: number;
  at: number;
}

/** Takes a token at `now` (UTC ms). `wait` is 0, or the seconds until a token can be taken. */
export function secondsUntilAllowed(
  bucket: Bucket | undefined,
  rule: BucketRule,
  now: number,
): { wait: number; bucket: Bucket } {
  const perMs = rule.amount / (rule.seconds * 1000);
  const elapsed = bucket ? Math.max(0, now - bucket.at) : 0;
  const tokens = bucket ? Math.min(rule.burst, bucket.tokens + elapsed * perMs) : rule.burst;
  const needed = 1 + (rule.keep ?? 0);
  if (tokens >= needed) return { wait: 0, bucket: { tokens: tokens - 1, at: now } };
  return { wait: Math.max(1, Math.ceil((needed - tokens) / perMs / 1000)), bucket: { tokens, at: now } };
}

export function withOneBack({ tokens, at }: Bucket, { burst }: BucketRule): Bucket {
  return { tokens: Math.min(burst, tokens + 1), at };
}
