import { forgetUnusedAccounts } from './features/people/accounts/forget-unused.cron.ts';
import { forgetChatNames } from './features/talk/chat/forget-names.cron.ts';
import { forgetExpired } from './features/people/auth/auth.cron.ts';
import { keepTicketFiles } from './features/trade/custody/keep-files.cron.ts';
import { clearOverCards } from './features/nights/public/clear-over-cards.cron.ts';
import { clearDeletedEvents } from './features/nights/events/clear-deleted-events.cron.ts';
import { measureSiteFacts } from './features/nights/events/measure-site.cron.ts';
import { forgetGoings } from './features/nights/going/forget-goings.cron.ts';
import { forgetViews } from './features/nights/numbers/forget-views.cron.ts';
import { forgetOldDeliveries } from './features/nights/ingest/forget-deliveries.cron.ts';
import { tellVenueNews } from './features/nights/changes/tell-venue-news.cron.ts';
import { requeueMessages } from './features/talk/notify/requeue-messages.cron.ts';
import { forgetProviderEvents } from './features/trade/webhook/forget-events.cron.ts';
import { releasePayouts } from './features/trade/payouts/release-payouts.cron.ts';
import { noteRun } from './features/staff/operations/operations.db.ts';
import { pingCron } from './features/staff/operations/send-alerts.ts';
import { watchOver } from './features/staff/operations/watch.cron.ts';
import { moneyChecks } from './features/trade/desk/money-checks.ts';
import { reconcile } from './features/trade/reconcile/reconcile.cron.ts';
import { settleSellerFailures } from './features/trade/payments/settle-failures.cron.ts';
import { forgetNotices } from './features/talk/push/forget-notices.cron.ts';
import { pushNotices } from './features/talk/push/push-notices.ts';
import { sendReminders } from './features/nights/plans/send-reminders.cron.ts';
import { lapseProofs } from './features/people/school/lapse-proofs.cron.ts';
import { expireTickets } from './features/trade/requests/expire-requests.cron.ts';
import { forgetAsks } from './features/trade/listings/forget-asks.cron.ts';
import { forgetSquads } from './features/trade/squads/forget-squads.cron.ts';
import { forgetKeptCards } from './features/trade/kept-cards/forget-kept-cards.cron.ts';
import { askHome } from './features/trade/squads/ask-home.cron.ts';
import { forgetLinks } from './features/people/vouches/forget-links.cron.ts';
import { MINUTE } from './contract/time/durations.ts';
import { underJob } from './http/answers/current-request.ts';
import { openDb } from './http/database/open-db.ts';
import { log, traceOf } from './http/log.ts';
import { isQuarantined } from './http/shared/quarantine.ts';
import { tellPeople } from './tell-people.ts';

/**
 * Ends overdue ticket requests and listings first, so that `tellPeople` can tell people about them. Requeues messages
 * last, because the calls before it write messages.
 */
const moveTrade = (env: Env, now: Date): Promise<void> =>
  expireTickets(env, now)
    .finally(() => tellPeople(env, now))
    .finally(() => tellVenueNews(env, now))
    .finally(() => askHome(env, now))
    .finally(() => pushNotices(env, now))
    .finally(() => requeueMessages(env, now));

/** The parts of the cron job. They run in parallel. Operators see these names. */
const PARTS: Record<string, (env: Env, now: Date) => Promise<unknown>> = {
  moveTrade,
  clearDeletedEvents,
  clearOverCards,
  measureSiteFacts,
  forgetExpired,
  forgetChatNames,
  forgetOldDeliveries,
  forgetUnusedAccounts,
  forgetViews,
  forgetGoings,
  forgetAsks,
  forgetSquads,
  forgetKeptCards,
  forgetLinks,
  forgetProviderEvents,
  forgetNotices,
  sendReminders,
  releasePayouts,
  settleSellerFailures,
  reconcile,
  keepTicketFiles,
  lapseProofs,
  tellAlarms,
};

export function tellAlarms(env: Env, now: Date): Promise<void> {
  return watchOver(env, now, moneyChecks);
}

let watchedAt = 0;

/** Sends the alarms even if the cron job has stopped, at most once a minute in each isolate. */
export async function watchFromQueue(env: Env, now: Date): Promise<void> {
  if (now.getTime() - watchedAt < MINUTE) return;
  watchedAt = now.getTime();
  if (await isQuarantined(openDb(env)).catch(() => false)) return;
  await tellAlarms(env, now).catch((error: unknown) =>
    log('warn', 'the alarms wait for the cron job', { error: traceOf(error) }),
  );
}

/**
 * Runs all parts of the cron job. Safe to run late or twice. If a part fails, throws after all parts have ended. In
 * quarantine, runs no part and only records the run.
 */
export function runEachMinute(env: Env, now: Date): Promise<void> {
  return underJob(crypto.randomUUID(), () => runParts(env, now));
}

async function runParts(env: Env, now: Date): Promise<void> {
  // While the database does not answer, only the alarms run, so that somebody hears of it.
  const inQuarantine = await isQuarantined(openDb(env)).catch((error: unknown) => {
    log('warn', 'the cron job runs only its alarms, because the database does not answer', { error: traceOf(error) });
    return null;
  });
  const parts = inQuarantine === null ? { tellAlarms } : inQuarantine ? {} : PARTS;
  const ran = await Promise.allSettled(Object.values(parts).map((part) => part(env, now)));
  const failed = Object.keys(parts).filter((_, at) => ran[at]?.status === 'rejected');
  await noteRun(openDb(env), { began_at: now, ended_at: new Date(), failed: failed.join(', ') });
  // If the alarms failed, no ping is sent. The service that waits for pings then raises an alarm.
  if (inQuarantine === false && !failed.includes(tellAlarms.name)) await pingCron(env);
  const reasons = ran.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  if (reasons.length > 0)
    throw new AggregateError(reasons, `These parts of the cron job failed: ${failed.join(', ')}.`);
}
