import type { OperationsCheck } from '../../../contract/staff/operations.ts';
import { MINUTE } from '../../../contract/time/durations.ts';

/** What is measured. Instants are ms UTC, times are ms, sizes are bytes. */
export interface Measured {
  /** Mails and text messages that could be sent now, and since when the oldest of them waits. */
  waiting: number;
  waiting_since: number | null;
  /** Messages that wait for the next day, because a quota is used up. */
  postponed: number;
  /** Jobs in the queue. Null: the platform did not say. */
  queued: number | null;
  /** Messages given up in the last day, and the newest reason. */
  dead: number;
  dead_reason: string | null;
  /** The last run of the cron job. Null: it has never run. */
  run: { began_at: number; ended_at: number; failed: string } | null;
  /** Deliveries of feeds in the last day, those of them that failed at least in part, and the sources of those. */
  deliveries: number;
  failing: number;
  failing_sources: string | null;
  database_bytes: number;
  /** The slowest routes of this copy of the Worker, the slowest first. */
  routes: readonly RouteTime[];
}

/** How long the slowest twentieth of a route's last answers took at least, in ms. */
export interface RouteTime {
  route: string;
  answers: number;
  p95_ms: number;
}

const GIGABYTE = 1_000_000_000;
/** The bounds beyond which somebody should look. */
export const BOUNDS = {
  waiting_minutes: 5,
  queued: 1000,
  cron_minutes: 3,
  route_ms: 1000,
  route_answers: 10,
  database_bytes: 8 * GIGABYTE,
} as const;

/** Every check with its value, and a sentence where somebody should look. */
export function judgeOperations(measured: Measured, now: number): OperationsCheck[] {
  return [
    queue(measured, now),
    postponed(measured),
    dead(measured),
    cron(measured, now),
    deliveries(measured),
    routes(measured),
    size(measured),
  ];
}

const minutes = (ms: number): number => Math.floor(ms / MINUTE);

function queue({ waiting, waiting_since, queued }: Measured, now: number): OperationsCheck {
  const age = waiting_since === null ? 0 : minutes(now - waiting_since);
  const jobs = queued === null ? '' : `, ${queued} in the queue`;
  const isStuck = age >= BOUNDS.waiting_minutes || (queued ?? 0) >= BOUNDS.queued;
  return {
    name: 'Messages waiting',
    value: `${waiting}${jobs}`,
    sentence: isStuck ? `The oldest message has waited for ${age} minutes. The queue is slow or stuck.` : null,
  };
}

function postponed(measured: Measured): OperationsCheck {
  const isUsedUp = measured.postponed > 0;
  return {
    name: 'Messages postponed',
    value: String(measured.postponed),
    sentence: isUsedUp ? 'The quota of a day is used up. These messages are tried again later.' : null,
  };
}

function dead({ dead: count, dead_reason }: Measured): OperationsCheck {
  const reason = dead_reason === null ? '' : ` The last reason: ${dead_reason}`;
  return {
    name: 'Messages given up, last 24 h',
    value: String(count),
    sentence: count > 0 ? `These were tried five times, or their code had expired.${reason}` : null,
  };
}

function cron({ run }: Measured, now: number): OperationsCheck {
  const age = run === null ? null : minutes(now - run.began_at);
  const sentence = () => {
    if (age === null) return 'The cron job has never run.';
    if (age >= BOUNDS.cron_minutes)
      return `The cron job has not run for ${age} minutes. Holds do not end and nothing is sent again.`;
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
    name: 'Deliveries of feeds, last 24 h',
    value: `${count}, ${failing} failed`,
    sentence: failing > 0 ? `Deliveries of ${failing_sources ?? 'an unknown source'} failed at least in part.` : null,
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
      database_bytes >= BOUNDS.database_bytes
        ? 'The database is nearly full. No row can be written beyond 10 GB.'
        : null,
  };
}
