import type { OutboxPurpose } from '../../../../drizzle/vocabulary.ts';
import { type Lane, LANES, laneOf } from '../../../http/outbox/lanes.rules.ts';
import { type Traffic, WITHIN_MS } from '../../../http/answers/traffic.ts';

/** `purpose` and `is_shared` decide the lane of a message. */
interface Sent {
  purpose: OutboxPurpose;
  is_shared: number;
  count: number;
}

/** Returns the bars of a chart from `since` to `until` (UTC ms), the oldest first. Each bar covers `step` ms. */
export function trafficView(
  {
    sums,
    sent,
  }: {
    sums: readonly (Traffic & { at: number })[];
    sent: readonly (Sent & { at: number })[];
  },
  { since, until, step }: { since: number; until: number; step: number },
) {
  const byStart = new Map(sums.map((sum) => [sum.at, sum]));
  return Array.from({ length: Math.ceil((until - since) / step) }, (_, index) => {
    const at = since + index * step;
    const sum = byStart.get(at);
    return {
      at: new Date(at).toISOString(),
      requests: sum?.requests ?? 0,
      errors: sum?.errors ?? 0,
      p95_ms: sum ? p95Of(sum) : 0,
      mails: mailsOf(sent.filter((mails) => mails.at === at)),
    };
  });
}

function mailsOf(sent: readonly Sent[]): Record<Lane, number> {
  const countOf = (lane: Lane) =>
    sent
      .filter(({ purpose, is_shared }) => laneOf({ purpose, is_shared: Boolean(is_shared) }) === lane)
      .reduce((sum, { count }) => sum + count, 0);
  return Object.fromEntries(LANES.map((lane) => [lane, countOf(lane)])) as Record<Lane, number>;
}

/** Stands for answers that are slower than the last range of `WITHIN_MS`. */
const SLOWEST_MS = 5000;

/** The 95th percentile of the answer times in ms, rounded up to the end of its range. Without answers it is 0. */
export function p95Of(sum: Traffic): number {
  let [left, end] = [sum.requests * 0.95, 0];
  for (const range of WITHIN_MS) {
    if (left <= 0) return end;
    left -= sum[`within_${range}`];
    end = range;
  }
  return left <= 0 ? end : SLOWEST_MS;
}
