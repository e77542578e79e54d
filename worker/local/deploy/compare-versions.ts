import * as v from 'valibot';

/** How far back requests are counted, in seconds. Covers the smoke check of one rollout step and any wait before it. */
export const COMPARED_S = 180;
/** A version with fewer errors than this never counts as worse. */
const LEAST_ERRORS = 5;
/** The error rate of a worse version is above twice the rate of the other versions plus this margin. */
const MARGIN = 0.01;

const Answer = v.pipe(
  v.array(v.object({ results: v.array(v.object({ version: v.string(), requests: v.number(), errors: v.number() })) })),
  v.minLength(1),
);

/** Every instance stores its counts every 20 seconds. */
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
