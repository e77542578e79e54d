import * as v from 'valibot';

/** How far back requests are counted, in seconds. The smoke check of one rollout step usually takes less time. */
export const COMPARED_S = 180;
/** A version with fewer errors than this never counts as worse. */
const LEAST_ERRORS = 5;
/** A version counts as worse only if its error rate exceeds twice the rate of the others by more than this margin. */
const MARGIN = 0.01;

const Answer = v.pipe(
  v.array(v.object({ results: v.array(v.object({ version: v.string(), requests: v.number(), errors: v.number() })) })),
  v.minLength(1),
);

/** Each isolate of the Worker adds its counts to `traffic` while it answers requests, at most once in 20 seconds. */
export const TRAFFIC_BY_VERSION = `SELECT version, sum(requests) AS requests, sum(errors) AS errors FROM traffic WHERE at >= (unixepoch() - ${COMPARED_S}) * 1000 GROUP BY version`;

/**
 * Returns a sentence if `build` fails clearly more often than the other versions, otherwise null. `output` is what
 * Wrangler prints for `TRAFFIC_BY_VERSION`.
 */
export function worseThanBefore(output: string, build: string): string | null {
  const rows = v.parse(Answer, JSON.parse(output)).flatMap(({ results }) => results);
  const rateOf = (own: boolean) => {
    const chosen = rows.filter(({ version }) => (version === build) === own);
    const [requests, errors] = [sumOf(chosen, 'requests'), sumOf(chosen, 'errors')];
    return { requests, errors, rate: errors / Math.max(1, requests) };
  };
  const [after, before] = [rateOf(true), rateOf(false)];
  if (after.errors < LEAST_ERRORS || after.rate <= before.rate * 2 + MARGIN) return null;
  return `The new version fails ${after.errors} of ${after.requests} requests, the previous one ${before.errors} of ${before.requests}.`;
}

const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], key: Key) =>
  rows.reduce((sum, row) => sum + row[key], 0);
