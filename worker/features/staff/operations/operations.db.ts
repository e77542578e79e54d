import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type AlarmState, cronRuns } from '../../../../drizzle/tables/staff/cron-runs.ts';
import type { Db } from '../../../context.ts';
import { DAY, MINUTE } from '../../../contract/time/durations.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import { type Measured, TRAFFIC_MINUTES, type Vitals } from './operations.rules.ts';

type Counted = Omit<Measured, 'queued' | 'run' | 'database_bytes' | 'routes'>;
type Run = { began_at: number | null; ended_at: number | null; failed_parts: string | null };
type Row = Counted & Run & { alarms: string | null };

const isWaiting = (at: number) => sql`status = 'pending' and (retry_at is null or retry_at <= ${at})`;

/** SQL value: when the message that has waited longest became due, in UTC ms. Ignores product news. */
const waitingSince = (at: number) => sql`(select min(coalesce(retry_at, created_at)) from outbox
  where ${isWaiting(at)} and purpose <> 'product') as waiting_since`;

const runColumns = sql`(select began_at from cron_runs) as began_at, (select ended_at from cron_runs) as ended_at,
  (select failed from cron_runs) as failed_parts`;

export async function findVitals(db: Db, { now }: { now: Date }): Promise<Vitals> {
  const [row] = await db.all<Run & Pick<Vitals, 'waiting_since'>>(
    sql`select ${waitingSince(now.getTime())}, ${runColumns}`,
  );
  return { waiting_since: row!.waiting_since, run: runOf(row!) };
}

const runOf = ({ began_at, ended_at, failed_parts }: Run): Measured['run'] =>
  began_at === null || ended_at === null ? null : { began_at, ended_at, failed: failed_parts ?? '' };

/**
 * Reads the figures for the health checks in one round trip. Counts feed deliveries after `feedsSince`. D1 adds the
 * size of the database to every answer.
 */
export async function countOperations(
  db: Db,
  { now, feedsSince = new Date(now.getTime() - DAY) }: { now: Date; feedsSince?: Date },
): Promise<Omit<Measured, 'queued' | 'routes'> & { alarms: readonly AlarmState[] }> {
  const at = now.getTime();
  const received = sql`received_at > ${feedsSince.getTime()}`;
  const recent = sql`from traffic where at >= ${at - TRAFFIC_MINUTES * MINUTE}`;
  const { results, meta } = await db.run(sql`select
    (select count(*) from outbox where ${isWaiting(at)}) as waiting,
    ${waitingSince(at)},
    (select min(coalesce(retry_at, created_at)) from outbox where ${isWaiting(at)}
      and purpose = 'product') as news_waiting_since,
    (select count(*) from outbox where status = 'pending' and retry_at > ${at} and attempts = 0
      and last_error is not null) as postponed,
    (select count(*) from outbox where status = 'pending' and attempts > 0 and last_error is not null) as refused,
    (select substr(last_error, 1, 120) from outbox where status = 'pending' and attempts > 0
      and last_error is not null order by created_at desc limit 1) as refused_reason,
    (select count(*) from outbox where status = 'dead' and created_at >= ${at - DAY}) as dead,
    (select substr(last_error, 1, 120) from outbox where status = 'dead' and created_at >= ${at - DAY}
      order by created_at desc limit 1) as dead_reason,
    (select count(*) from ingest_deliveries where ${received}) as deliveries,
    (select count(*) from ingest_deliveries where ${received}
      and (status >= 400 or failed > 0)) as failing,
    (select group_concat(distinct source) from ingest_deliveries
      where ${received} and (status >= 400 or failed > 0)) as failing_sources,
    (select coalesce(sum(requests), 0) ${recent}) as requests,
    (select coalesce(sum(errors), 0) ${recent}) as errors,
    (select coalesce(sum(writes), 0) ${recent}) as writes,
    (select coalesce(sum(write_ms), 0) ${recent}) as write_ms,
    (select alarms from cron_runs) as alarms,
    (select quarantine from cron_runs) as quarantine,
    ${runColumns}`);
  const [{ began_at, ended_at, failed_parts, alarms, ...counted }] = results as [Row];
  return {
    ...counted,
    run: runOf({ began_at, ended_at, failed_parts }),
    database_bytes: Number(meta['size_after']),
    alarms: JSON.parse(alarms ?? '[]') as AlarmState[],
  };
}

/** Stores a run of the cron job. A run that ends late does not replace a newer one. */
export async function noteRun(db: Db, run: { began_at: Date; ended_at: Date; failed: string }): Promise<void> {
  await db
    .insert(cronRuns)
    .values({ id: 1, ...run })
    .onConflictDoUpdate({ target: cronRuns.id, set: run, setWhere: sql`excluded.began_at >= ${cronRuns.began_at}` });
}

/** Returns false if another run has changed the alarms, or if the cron job has never run. */
export async function replaceAlarms(
  db: Db,
  { before, after }: { before: readonly AlarmState[]; after: readonly AlarmState[] },
): Promise<boolean> {
  const replaced = await db
    .update(cronRuns)
    .set({ alarms: after })
    .where(and(eq(cronRuns.id, 1), eq(cronRuns.alarms, before)))
    .returning({ id: cronRuns.id });
  return replaced.length > 0;
}

/** Changes nothing if the quarantine has already ended. */
export async function endQuarantine(db: Db, { stamp }: { stamp: AuditStamp }): Promise<void> {
  const from = await db.select({ quarantine: cronRuns.quarantine }).from(cronRuns);
  const run = db.update(cronRuns).set({ quarantine: null }).where(isNotNull(cronRuns.quarantine));
  const change = {
    action: 'quarantine.end',
    target_type: 'operations',
    target_id: 'quarantine',
    before: from[0] ?? null,
    after: { quarantine: null },
  };
  await tryAudited(db, { stamp, changes: [{ run, ...change }] });
}
