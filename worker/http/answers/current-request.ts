import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts about the current request, known to everything that the request starts, even in the background. */
interface CurrentRequest {
  id: string;
  /** The time by which the database must answer (UTC ms). */
  until: number;
  /** The Idempotency-Key, on routes that require one. */
  key?: string;
  /** Whether a write has changed something, or may have. */
  has_written: boolean;
  /** Whether it is a job of the queue or the cron job, for which nobody waits. */
  is_job?: true;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** Handles a request. Everything that `answer` starts, even in the background, knows the request. */
export function underRequest<T>(id: string, answer: () => T): T {
  return current.run({ id, until: current.getStore()?.until ?? Number.POSITIVE_INFINITY, has_written: false }, answer);
}

/** Runs a job of the queue or a run of the cron job, under the id of the request that caused it or of the run. */
export function underJob<T>(id: string, work: () => T): T {
  return current.run({ id, until: Number.POSITIVE_INFINITY, has_written: false, is_job: true }, work);
}

/** Runs a part of a request whose database calls must end within `ms` from now. */
export function within<T>(ms: number, part: () => T): T {
  const request = current.getStore();
  if (!request) return part();
  return current.run({ ...request, until: Math.min(request.until, Date.now() + ms) }, part);
}

/** Returns the current request or job. */
export function currentRequest(): CurrentRequest | undefined {
  return current.getStore();
}

/**
 * Returns the id of the current request. In the queue it is the id of the request that caused the message, and in the
 * cron job that of the run.
 */
export function requestId(): string | undefined {
  return current.getStore()?.id;
}
