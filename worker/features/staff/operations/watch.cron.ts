import type { OperationsCheck } from '../../../contract/staff/operations.ts';
import { DAY, MINUTE } from '../../../contract/time/durations.ts';
import type { Db } from '../../../context.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { log, traceOf } from '../../../http/log.ts';
import { alertOf, changesOf } from './alarms.rules.ts';
import { countOperations, replaceAlarms } from './operations.db.ts';
import { judgeOperations, type Measured } from './operations.rules.ts';
import { jobsInQueue } from './queue-jobs.ts';
import { sendAlerts } from './send-alerts.ts';
import { storeTraffic } from './store-traffic.ts';
import { deleteTrafficBefore } from './traffic.db.ts';

/** Checks from another district. */
export type MoreChecks = (db: Db, about: { now: Date }) => Promise<OperationsCheck[]>;

/** If the last run of the cron job began longer ago than this (ms), a run is missing. */
const ONE_MISSING_MS = 1.5 * MINUTE;
const NO_DATABASE = 'Database answers';
/** Until the database answers again, the alert about it is repeated after this time, in seconds. */
const TOLD_AGAIN_S = DAY / 1000;

/**
 * Runs the checks and sends alerts; overlapping runs send each alert once. After any error, sends the alert about the
 * database and throws the error. The alert is repeated once a day until the database answers again.
 */
export async function watchOver(env: Env, now: Date, moreChecks: MoreChecks): Promise<void> {
  try {
    await watch(env, now, moreChecks);
  } catch (error) {
    await tellDatabaseFails(env, now);
    throw error;
  }
}

async function watch(env: Env, now: Date, moreChecks: MoreChecks): Promise<void> {
  const db = openDb(env);
  await storeTraffic(env, now);
  const [{ alarms: before, ...counted }, more] = await Promise.all([
    // With `feedsSince: now`, no feed deliveries are counted. No alarm is about them, and counting reads many rows.
    countOperations(db, { now, feedsSince: now }),
    moreChecks(db, { now }),
  ]);
  const measured: Measured = { ...counted, queued: await jobsInQueue(env), routes: [] };
  const checks = [...judgeOperations(measured, now.getTime()), ...more];
  const { alerts, after } = changesOf(before, { checks, now: now.getTime() });
  const isClaimed = JSON.stringify(before) !== JSON.stringify(after) && (await replaceAlarms(db, { before, after }));
  if (isClaimed) await sendAlerts(env, alerts).catch((error: unknown) => takeBack(db, { before, after, error }));
  if (!measured.run || now.getTime() - measured.run.began_at > ONE_MISSING_MS) await tellDatabaseAnswers(env, now);
  await deleteTrafficBefore(db, { before: new Date(now.getTime() - KEEPING_DAYS.traffic * DAY) });
}

async function takeBack(
  db: Db,
  { before, after, error }: Parameters<typeof replaceAlarms>[1] & { error: unknown },
): Promise<void> {
  log('warn', 'nobody could be told of an alarm', { error: traceOf(error) });
  await replaceAlarms(db, { before: after, after: before });
}

const limiterOf = (env: Env) => env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName('alarms'));

/** A limiter remembers that this alert was sent, because the database cannot. */
async function tellDatabaseFails(env: Env, now: Date): Promise<void> {
  const limiter = limiterOf(env);
  if ((await limiter.claimGap(NO_DATABASE, TOLD_AGAIN_S, now.getTime())) > 0) return;
  const sentence = 'The database does not answer the cron job. Nothing can be bought, sent or changed.';
  await sendAlerts(env, [alertOf('began', NO_DATABASE, sentence)]).catch(async (error: unknown) => {
    log('warn', 'nobody could be told of an alarm', { error: traceOf(error) });
    await limiter.endGap(NO_DATABASE, now.getTime());
  });
}

async function tellDatabaseAnswers(env: Env, now: Date): Promise<void> {
  if (!(await limiterOf(env).endGap(NO_DATABASE, now.getTime()))) return;
  await sendAlerts(env, [alertOf('ended', NO_DATABASE, 'The database answers again.')]).catch((error: unknown) =>
    log('warn', 'nobody could be told of the end of an alarm', { error: traceOf(error) }),
  );
}
