import { tellEventChanges } from './features/nights/changes/tell-event-changes.cron.ts';
import { sendQueuedMessages } from './features/talk/notify/send-messages.ts';
import { tellPayouts } from './features/trade/payouts/tell-payouts.cron.ts';
import { settlePayments } from './features/trade/payments/settle-payments.cron.ts';
import { tellPayments } from './features/trade/news/tell-payments.cron.ts';
import { pushNotices, retryPushes } from './features/talk/push/push-notices.ts';
import { tellDecided } from './features/staff/reviews/tell-decided.cron.ts';
import { passOnOffers } from './features/trade/offers/pass-on-offers.cron.ts';
import { tellBuyers } from './features/trade/requests/tell-buyers.cron.ts';
import { tellSellers } from './features/trade/requests/tell-sellers.cron.ts';
import { tellFaceValues } from './features/trade/listings/tell-face-values.cron.ts';
import { askToConfirm } from './features/nights/waitlist/ask-to-confirm.cron.ts';
import { log, traceOf } from './http/log.ts';
import type { NotifyJob } from './http/outbox/outbox.ts';

/**
 * Charges the cards of requests that are accepted for good. Then tells people what has been decided or changed, once it
 * can no longer be undone, cancels the authorisations of requests that have ended with it, tells what has happened to
 * paid requests, and offers tickets that came back to the waitlist. It is safe to run at any time.
 */
export async function tellPeople(env: Env, now: Date): Promise<void> {
  await settleAll(env, now);
  await Promise.all([
    tellBuyers(env, now),
    tellSellers(env, now),
    tellDecided(env, now),
    tellFaceValues(env, now),
    tellEventChanges(env, now),
    tellPayouts(env, now),
  ]);
  await settleAll(env, now);
  await Promise.all([tellPayments(env, now), passOnOffers(env, now), askToConfirm(env, now)]);
}

const settleAll = (env: Env, now: Date) =>
  settlePayments(env, now).catch((error: unknown) =>
    log('error', 'payments wait for the next run', { error: traceOf(error) }),
  );

/** Takes a batch of the queue: tells people if the time has come, pushes notifications, and sends the messages. */
export async function takeJobs(batch: MessageBatch<NotifyJob>, env: Env): Promise<void> {
  if (batch.messages.some(({ body }) => 'tells' in body)) {
    // The cron repeats a failure within a minute, so the messages of the batch need not wait for it.
    await tellPeople(env, new Date()).catch((error: unknown) =>
      log('error', 'people are still to be told', { error: traceOf(error) }),
    );
  }
  if (batch.messages.some(({ body }) => 'pushes' in body || 'tells' in body)) {
    await pushNotices(env, new Date()).catch((error: unknown) =>
      log('error', 'notifications wait for the cron', { error: traceOf(error) }),
    );
  }
  await Promise.all([sendQueuedMessages(batch, env), retryPushes(batch, env)]);
}
