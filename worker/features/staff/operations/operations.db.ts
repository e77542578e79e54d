import { sql } from 'drizzle-orm';
import { cronRuns } from '../../../../drizzle/tables/staff/cron-runs.ts';
import type { Db } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import type { Measured } from './operations.rules.ts';

type Counted = Omit<Measured, 'queued' | 'run' | 'database_bytes' | 'routes'>;
type Row = Counted & { began_at: number | null; ended_at: number | null; failed_parts: string | null };

/**
 * Counts in one round trip, each over an index. The size of the database comes with every answer of D1, also of an
 * empty one.
 */
export async function countOperations(db: Db, { now }: { now: Date }): Promise<Omit<Measured, 'queued' | 'routes'>> {
  const at = now.getTime();
  const { results, meta } = await db.run(sql`select
    (select count(*) from outbox where status = 'pending' and (retry_at is null or retry_at <= ${at})) as waiting,
    (select min(coalesce(retry_at, created_at)) from outbox where status = 'pending'
      and (retry_at is null or retry_at <= ${at})) as waiting_since,
    (select count(*) from outbox where status = 'pending' and retry_at > ${at}) as postponed,
    (select count(*) from outbox where status = 'dead' and created_at >= ${at - DAY}) as dead,
    (select substr(last_error, 1, 120) from outbox where status = 'dead' and created_at >= ${at - DAY}
      order by created_at desc limit 1) as dead_reason,
    (select count(*) from ingest_deliveries where received_at >= ${at - DAY}) as deliveries,
    (select count(*) from ingest_deliveries where received_at >= ${at - DAY}
      and (status >= 400 or failed > 0)) as failing,
    (select group_concat(distinct source) from ingest_deliveries
      where received_at >= ${at - DAY} and (status >= 400 or failed > 0)) as failing_sources,
    (select began_at from cron_runs) as began_at,
    (select ended_at from cron_runs) as ended_at,
    (select failed from cron_runs) as failed_parts`);
  const [{ began_at, ended_at, failed_parts, ...counted }] = results as [Row];
  const run = began_at === null || ended_at === null ? null : { began_at, ended_at, failed: failed_parts ?? '' };
  return { ...counted, run, database_bytes: Number(meta['size_after']) };
}

/** Notes the last run of the cron job. A run that ends late does not hide a newer one. */
export async function noteRun(db: Db, run: { began_at: Date; ended_at: Date; failed: string }): Promise<void> {
  await db
    .insert(cronRuns)
    .values({ id: 1, ...run })
    .onConflictDoUpdate({ target: cronRuns.id, set: run, setWhere: sql`excluded.began_at >= ${cronRuns.began_at}` });
}
