import { log } from '../../../http/log.ts';

/** The number of jobs in `NOTIFY_QUEUE`, or null if the platform does not say. */
export async function jobsInQueue(env: Pick<Env, 'NOTIFY_QUEUE'>): Promise<number | null> {
  try {
    return (await env.NOTIFY_QUEUE.metrics()).backlogCount;
  } catch (error) {
    log('info', 'the queue does not say how many jobs it holds', { error: String(error) });
    return null;
  }
}
