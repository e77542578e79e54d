import * as v from 'valibot';
import type { ViewCounter, ViewsWanted } from './views.ts';

const Answer = v.object({
  data: v.array(v.object({ day: v.string(), views: v.pipe(v.union([v.string(), v.number()]), v.toNumber()) })),
});
const PATIENCE_MS = 5000;

/**
 * Counts views with Cloudflare's Analytics Engine. It may store only a sample of the views. `_sample_interval` says how
 * many views each stored one represents.
 */
export const analyticsViews = (env: Env): ViewCounter => ({
  add: async ({ event_id, day }) => env.VIEWS.writeDataPoint({ indexes: [event_id], blobs: [day], doubles: [1] }),
  byDay: async (wanted) => {
    const answer = await fetch(
      `https://api.cloudflare.com/client/v4/accounts/${env.VIEWS_ACCOUNT_ID}/analytics_engine/sql`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${env.VIEWS_API_TOKEN}` },
        body: queryOf(env.VIEWS_DATASET, wanted),
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
    );
    if (!answer.ok) throw new Error(`Analytics Engine answered ${answer.status}.`);
    return new Map(v.parse(Answer, await answer.json()).data.map(({ day, views }) => [day, views]));
  },
});

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** All values are ours: an event's id, a date and the dataset's name. Quotes are doubled anyway. */
function queryOf(dataset: string, { event_id, from }: ViewsWanted): string {
  const ofEvent = event_id === null ? '' : ` AND index1 = ${quoted(event_id)}`;
  return `SELECT blob1 AS day, SUM(_sample_interval * double1) AS views FROM ${dataset}
    WHERE blob1 >= ${quoted(from)}${ofEvent} GROUP BY day`;
}
