import { setImmediate as turn } from 'node:timers/promises';

/**
 * Lets Node handle what the system has ready, such as the end of a connection: its loop asks the system between two
 * turns.
 */
export async function handleReadyEvents(): Promise<void> {
  await turn();
  await turn();
}
