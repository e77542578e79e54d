import { type OperationsCheck, QUARANTINE } from '../../../contract/staff/operations.ts';
import { MINUTE } from '../../../contract/time/durations.ts';

/** Instants are UTC ms, durations are ms, sizes are bytes. */
export interface Measured {
  waiting: number;
  /** The time since which the oldest `account` or `money` message has been waiting. Null if none waits. */
  waiting_since: number | null;
  /** The time since which the oldest `product` message has been waiting. Null if none waits. */
  news_waiting_since: number | null;
  /** Messages that wait for the next day, because their share of the day or the carrier's quota is used up. */
  postponed: number;
  /** Messages that the carrier refused and that will be tried again. */
  refused: number;
  refused_reason: string | null;
  /** Urgent jobs in the queue. Null if the platform did not say. */
  queued: number | null;
  /** Messages of the last day that were given up. */
  dead: number;
  dead_reason: string | null;
  /** Null if the cron job has never run. */
  run: { began_at: number; ended_at: number; failed: string } | null;
  /** The backup that this database was restored from. Null unless the deployment is in quarantine. */
  quarantine: string | null;
  /** Feed deliveries of the last day. */
  deliveries: number;
  /** Feed deliveries of the last day that failed at least in part. */
  failing: number;
  /** The sources of the failed deliveries. */
  failing_sources: string | null;
  database_bytes: number;
  /** HTTP requests answered in the last `TRAFFIC_MINUTES`. */
  requests: number;
  /** Answers with a status of 500 or more in the last `TRAFFIC_MINUTES`. */
  errors: number;
  /** The number of small writes that were timed in the last `TRAFFIC_MINUTES`. */
  writes: number;
  /** The total time of these small writes. */
  write_ms: number;
  /** The routes of this Worker instance, the slowest first. */
  routes: readonly RouteTime[];
}

/** `p95_ms`: the 95th percentile of the times that the route's last answers took. */
export interface RouteTime {
  route: string;
  answers: number;
  p95_ms: number;
}

export type Vitals = Pick<Measured, 'waiting_since' | 'run'>;

export const TRAFFIC_MINUTES = 5;

const GIGABYTE = 1_000_000_000;
export const BOUNDS = {
  waiting_minutes: 5,
  /** Messages with the purpose `product` are sent at a lower rate than others. */
  news_waiting_minutes: 60,
  queued: 1000,
  cron_minutes: 3,
  route_ms: 1000,
  route_answers: 10,
  database_bytes: 8 * GIGABYTE,
  errors: 5,
  error_percent: 2,
  writes: 3,
  write_ms: 500,
} as const;

export function judgeOperations(measured: Measured, now: number): OperationsCheck[] {
  return [
    ...(measured.quarantine === null ? [] : [quarantined(measured.quarantine)]),
    queue(measured, now),
    postponed(measured),
    refused(measured),
    dead(measured),
    cron(measured, now),
    deliveries(measured),
    routes(measured),
    size(measured),
    errorRate(measured),
    writer(measured),
  ];
}

/** Returns the part of the service that fails, with a sentence for the public. Returns null if no part fails. */
export function failingVital({ waiting_since, run }: Vitals, now: number): { part: string; message: string } | null {
  const [waits, age] = [waiting_since, run?.began_at].map((since) => (since ? minutes(now - since) : 0));
  if (age! >= BOUNDS.cron_minutes) return { part: 'cron', message: `The cron job has not run for ${age} minutes.` };
  if (waits! >= BOUNDS.waiting_minutes)
    return { part: 'queue', message: `The oldest message has waited for ${waits} minutes.` };
  return null;
}

function quarantined(from: string): OperationsCheck {
  return {
    name: QUARANTINE,
    value: from,
    sentence: 'Nothing is sent or charged, and the cron job does nothing, until an admin releases this deployment.',
  };
}

const minutes = (ms: number): number => Math.floor(ms / MINUTE);

function queue({ waiting, waiting_since, news_waiting_since, queued }: Measured, now: number): OperationsCheck {
  const age = (since: number | null) => minutes(now - (since ?? now));
  const [urgent, news] = [age(waiting_since), age(news_waiting_since)];
  const jobs = queued === null ? '' : `, ${queued} in the queue`;
  const isNewsStuck = urgent < BOUNDS.waiting_minutes && news >= BOUNDS.news_waiting_minutes;
  const isStuck = isNewsStuck || urgent >= BOUNDS.waiting_minutes || (queued ?? 0) >= BOUNDS.queued;
  return {
    name: 'Messages waiting',
    value: `${waiting}${jobs}`,
    sentence: isStuck
      ? `The oldest message has waited for ${isNewsStuck ? news : urgent} minutes. The queue is slow or stuck.`
      : null,
  };
}

function postponed(measured: Measured): OperationsCheck {
  const isUsedUp = measured.postponed > 0;
  return {
    name: 'Messages postponed',
    value: String(measured.postponed),
    sentence: isUsedUp ? 'The day’s share of these messages is used up. They will be sent after midnight UTC.' : null,
  };
}

function refused({ refused: count, refused_reason }: Measured): OperationsCheck {
  const reason = refused_reason === null ? '' : ` Last reason: ${refused_reason}`;
  return {
    name: 'Messages refused, tried again',
    value: String(count),
    sentence: count > 0 ? `The carrier refused these messages. Each is tried up to eight times.${reason}` : null,
  };
}

function dead({ dead: count, dead_reason }: Measured): OperationsCheck {
  const reason = dead_reason === null ? '' : ` Last reason: ${dead_reason}`;
  return {
    name: 'Messages given up, last 24 h',
    value: String(count),
    sentence: count > 0 ? `These were refused too often, or their code expired.${reason}` : null,
  };
}

function cron({ run }: Measured, now: number): OperationsCheck {
  const age = run === null ? null : minutes(now - run.began_at);
  const sentence = () => {
    if (age === null) return 'The cron job has never run.';
    if (age >= BOUNDS.cron_minutes)
      return `The cron job has not run for ${age} minutes. Holds don’t expire and failed messages aren’t retried.`;
    return run?.failed ? `These parts of the last run failed: ${run.failed}.` : null;
  };
  return {
    name: 'Cron',
    value: age === null ? 'never' : `${age} min ago, ${run!.ended_at - run!.began_at} ms`,
    sentence: sentence(),
  };
}

function deliveries({ deliveries: count, failing, failing_sources }: Measured): OperationsCheck {
  return {
    name: 'Feed deliveries, last 24 h',
    value: `${count}, ${failing} failed`,
    sentence: failing > 0 ? `Deliveries from ${failing_sources ?? 'an unknown source'} failed at least in part.` : null,
  };
}

function routes({ routes: all }: Measured): OperationsCheck {
  const [slowest] = all;
  const slow = all.filter(({ answers, p95_ms }) => answers >= BOUNDS.route_answers && p95_ms >= BOUNDS.route_ms);
  return {
    name: 'Slowest route',
    value: slowest ? `${slowest.route}, ${Math.round(slowest.p95_ms)} ms` : 'none yet',
    sentence: slow.length > 0 ? `Slower than a second: ${slow.map(({ route }) => route).join(', ')}.` : null,
  };
}

function size({ database_bytes }: Measured): OperationsCheck {
  return {
    name: 'Database',
    value: `${(database_bytes / 1_000_000).toFixed(1)} of 10,000 MB`,
    sentence:
      database_bytes >= BOUNDS.database_bytes ? 'The database is nearly full. It can’t grow beyond 10 GB.' : null,
  };
}

function errorRate({ requests, errors }: Measured): OperationsCheck {
  const percent = (errors / Math.max(1, requests)) * 100;
  const isHigh = errors >= BOUNDS.errors && percent >= BOUNDS.error_percent;
  return {
    name: 'Errors, last 5 min',
    value: `${errors} of ${requests}`,
    sentence: isHigh ? `${percent.toFixed(1)} % of the answers are errors on our side.` : null,
  };
}

/** The database runs one write at a time, so the time of a small write shows how long writes wait. */
function writer({ writes, write_ms }: Measured): OperationsCheck {
  const mean = Math.round(write_ms / Math.max(1, writes));
  const isLoaded = writes >= BOUNDS.writes && mean >= BOUNDS.write_ms;
  return {
    name: 'Small write, last 5 min',
    value: writes === 0 ? 'none yet' : `${mean} ms`,
    sentence: isLoaded ? `A small write takes ${mean} ms. The database has one writer, and it is overloaded.` : null,
  };
}
