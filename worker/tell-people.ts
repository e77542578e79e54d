import { tellEventChanges } from './features/nights/changes/tell-event-changes.cron.ts';
import { sendQueuedMessages } from './features/talk/notify/send-messages.ts';
import { tellPayouts } from './features/trade/payouts/tell-payouts.cron.ts';
import { settleSquads } from './features/trade/squads/settle-squads.cron.ts';
import { settlePayments } from './features/trade/payments/settle-payments.cron.ts';
import { tellPayments } from './features/trade/news/tell-payments.cron.ts';
import { pushNotices, retryPushes } from './features/talk/push/push-notices.ts';
import { tellDecided } from './features/staff/reviews/tell-decided.cron.ts';
import { passOnOffers } from './features/trade/kept-cards/pass-on-offers.cron.ts';
import { tellBuyers } from './features/trade/requests/tell-buyers.cron.ts';
import { tellSellers } from './features/trade/requests/tell-sellers.cron.ts';
import { tellFaceValues } from './features/trade/listings/tell-face-values.cron.ts';
import { askToConfirm } from './features/nights/waitlist/ask-to-confirm.cron.ts';
import { underJob } from './http/answers/current-request.ts';
import { openDb } from './http/database/open-db.ts';
import { isQuarantined } from './http/shared/quarantine.ts';
import { log, traceOf } from './http/log.ts';
import type { NotifyJob } from './http/outbox/outbox.ts';

/**
 * Settles payments, and sends people the mails and notifications that are due. Safe to run at any time. Between the two
 * calls of `settleAll`, `tellBuyers` may end ticket requests. The second call voids their authorizations.
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

/** Squads come first, because a squad whose cards are all authorized adds payments that must be settled. */
const settleAll = (env: Env, now: Date) =>
  settleSquads(env, now)
    .finally(() => settlePayments(env, now))
    .catch((error: unknown) => log('error', 'payments wait for the next run', { error: traceOf(error) }));

/** How many seconds a batch waits for its retry after the database did not answer. */
const REPEAT_BATCH_S = 15;

/**
 * Handles a batch from the queue. In quarantine, drops it. Log lines have the id of the HTTP request that caused a
 * message.
 */
export async function takeJobs(batch: MessageBatch<NotifyJob>, env: Env): Promise<void> {
  const [cause] = batch.messages.flatMap(({ body }) => ('tells' in body ? (body.request_id ?? []) : []));
  await underJob(cause ?? crypto.randomUUID(), () => takeAll(batch, env));
}

async function takeAll(batch: MessageBatch<NotifyJob>, env: Env): Promise<void> {
  const isStill = await isQuarantined(openDb(env)).catch(() => null);
  if (isStill === null) return batch.retryAll({ delaySeconds: REPEAT_BATCH_S });
  // After an admin has ended the quarantine, the cron job queues unsent messages again.
  if (isStill) return batch.ackAll();
  if (batch.messages.some(({ body }) => 'tells' in body)) {
    // After a failure, the cron job tells people within a minute, so the batch goes on.
    await tellPeople(env, new Date()).catch((error: unknown) =>
      log('error', 'telling people waits for the cron', { error: traceOf(error) }),
    );
  }
  if (batch.messages.some(({ body }) => 'pushes' in body || 'tells' in body)) {
    await pushNotices(env, new Date()).catch((error: unknown) =>
      log('error', 'notifications wait for the cron', { error: traceOf(error) }),
    );
  }
  await Promise.all([sendQueuedMessages(batch, env), retryPushes(batch, env)]);
}
