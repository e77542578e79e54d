import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts about a request or a job. All code that runs for it can read them, even in the background. */
interface CurrentRequest {
  id: string;
  /** The time by which the database must answer (UTC ms). */
  until: number;
  /** The Idempotency-Key, on routes that require one. */
  key?: string;
  /** True once a write has changed something, or its outcome is unknown. */
  has_written: boolean;
  /** Set in a job of the queue and in the cron job, because no person waits for them. */
  is_job?: true;
}

const current = new AsyncLocalStorage<CurrentRequest>();

export function underRequest<T>(id: string, answer: () => T): T {
  return current.run({ id, until: current.getStore()?.until ?? Number.POSITIVE_INFINITY, has_written: false }, answer);
}

/** Runs `work` as a background job. `id` is the id of the HTTP request that caused it, or a new id in the cron job. */
export function underJob<T>(id: string, work: () => T): T {
  return current.run({ id, until: Number.POSITIVE_INFINITY, has_written: false, is_job: true }, work);
}

/** The database calls of `part` must end within `ms` from now. */
export function within<T>(ms: number, part: () => T): T {
  const request = current.getStore();
  if (!request) return part();
  return current.run({ ...request, until: Math.min(request.until, Date.now() + ms) }, part);
}

export function currentRequest(): CurrentRequest | undefined {
  return current.getStore();
}

/** In the queue, returns the id of the request that caused the message. In the cron job, returns the id of its run. */
export function requestId(): string | undefined {
  return current.getStore()?.id;
}
