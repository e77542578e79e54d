import { tellEventChanges } from './features/events/tell-event-changes.cron.ts';
import { sendQueuedMessages } from './features/notify/send-messages.ts';
import { tellDecided } from './features/reviews/tell-decided.cron.ts';
import { tellBuyers } from './features/tickets/tell-buyers.cron.ts';
import { tellFaceValues } from './features/tickets/tell-face-values.cron.ts';
import { log, traceOf } from './http/log.ts';
import type { NotifyJob } from './http/outbox.ts';

/** Tells people what has been decided or changed, once it can no longer be undone. It is safe to run at any time. */
export async function tellPeople(env: Env, now: Date): Promise<void> {
  await Promise.all([tellBuyers(env, now), tellDecided(env, now), tellFaceValues(env, now), tellEventChanges(env, now)]);
}

/** Takes a batch of the queue: tells people if the time has come, and sends the messages. */
export async function takeJobs(batch: MessageBatch<NotifyJob>, env: Env): Promise<void> {
  if (batch.messages.some(({ body }) => 'tells' in body)) {
    // The cron repeats a failure within a minute, so the messages of the batch need not wait for it.
    await tellPeople(env, new Date()).catch((error: unknown) => log('error', 'people are still to be told', { error: traceOf(error) }));
  }
  await sendQueuedMessages(batch, env);
}
