import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs what answers a request. Everything that it starts, also in the background, knows the id of the request. */
export function underRequestId<T>(id: string, answer: () => T): T {
  return current.run(id, answer);
}

/** The id of the request that is being answered; undefined in the queue and in the cron. */
export function requestId(): string | undefined {
  return current.getStore();
}
