import { expect, test } from 'vitest';
import { secondsUntilAllowed, type Bucket } from './token-bucket.ts';

const rule = { amount: 30, seconds: 300, burst: 3 };

test('a burst is allowed, then one use every ten seconds', () => {
  let bucket: Bucket | undefined;
  for (let use = 0; use < 3; use++) {
    const taken = secondsUntilAllowed(bucket, rule, 0);
    expect(taken.wait).toBe(0);
    bucket = taken.bucket;
  }
  expect(secondsUntilAllowed(bucket, rule, 0).wait).toBe(10);
  expect(secondsUntilAllowed(bucket, rule, 9_000).wait).toBe(1);
  expect(secondsUntilAllowed(bucket, rule, 10_000).wait).toBe(0);
});

test('a use that must leave two tokens is refused if only two are left', () => {
  const keeping = { ...rule, keep: 2 };
  const taken = secondsUntilAllowed(undefined, keeping, 0);
  expect(taken).toEqual({ wait: 0, bucket: { tokens: 2, at: 0 } });
  expect(secondsUntilAllowed(taken.bucket, keeping, 0).wait).toBe(10);
  expect(secondsUntilAllowed(taken.bucket, rule, 0).wait).toBe(0);
});

test('a bucket never holds more tokens than a burst needs', () => {
  const full = secondsUntilAllowed({ tokens: 0, at: 0 }, rule, 86_400_000);
  expect(full.bucket.tokens).toBe(2);
  expect(secondsUntilAllowed({ tokens: 2, at: 10_000 }, rule, 0).bucket.tokens).toBe(1);
});
