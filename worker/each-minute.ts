import { forgetUnusedAccounts } from './features/accounts/forget-unused.cron.ts';
import { forgetChatNames } from './features/chat/forget-names.cron.ts';
import { forgetExpired } from './features/auth/auth.cron.ts';
import { keepTicketFiles } from './features/custody/keep-files.cron.ts';
import { clearOverCards } from './features/events/clear-over-cards.cron.ts';
import { clearDeletedEvents } from './features/events/clear-deleted-events.cron.ts';
import { measureSiteFacts } from './features/events/measure-site.cron.ts';
import { forgetViews } from './features/events/numbers/forget-views.cron.ts';
import { forgetOldDeliveries } from './features/ingest/forget-deliveries.cron.ts';
import { tellVenueNews } from './features/events/tell-venue-news.cron.ts';
import { requeueMessages } from './features/notify/requeue-messages.cron.ts';
import { forgetProviderEvents } from './features/payments/forget-events.cron.ts';
import { releasePayouts } from './features/payments/payouts/release-payouts.cron.ts';
import { noteRun } from './features/operations/operations.db.ts';
import { reconcile } from './features/payments/reconcile/reconcile.cron.ts';
import { settleSellerFailures } from './features/payments/settle-failures.cron.ts';
import { forgetNotices } from './features/push/forget-notices.cron.ts';
import { pushNotices } from './features/push/push-notices.ts';
import { sendReminders } from './features/plans/send-reminders.cron.ts';
import { lapseProofs } from './features/school/lapse-proofs.cron.ts';
import { expireTickets } from './features/tickets/expire-requests.cron.ts';
import { forgetAsks } from './features/tickets/forget-asks.cron.ts';
import { forgetLinks } from './features/vouches/forget-links.cron.ts';
import { openDb } from './http/open-db.ts';
import { tellPeople } from './tell-people.ts';

/** Tickets return before people are told of them, and messages are queued again after everything that writes some. */
const moveTrade = (env: Env, now: Date): Promise<void> =>
  expireTickets(env, now)
    .finally(() => tellPeople(env, now))
    .finally(() => tellVenueNews(env, now))
    .finally(() => pushNotices(env, now))
    .finally(() => requeueMessages(env, now));

/** The parts of a run, by the names that operators read. They run side by side. */
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
  forgetAsks,
  forgetLinks,
  forgetProviderEvents,
  forgetNotices,
  sendReminders,
  releasePayouts,
  settleSellerFailures,
  reconcile,
  keepTicketFiles,
  lapseProofs,
};

/**
 * Does what is due at `now`, and notes which parts failed. A late or repeated run does no harm.
 * @throws {Error} if a part failed, after all of them have ended.
 */
export async function runEachMinute(env: Env, now: Date): Promise<void> {
  const ran = await Promise.allSettled(Object.values(PARTS).map((part) => part(env, now)));
  const failed = Object.keys(PARTS).filter((_, at) => ran[at]?.status === 'rejected');
  await noteRun(openDb(env), { began_at: now, ended_at: new Date(), failed: failed.join(', ') });
  const reasons = ran.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  if (reasons.length > 0) throw new AggregateError(reasons, `These parts of the cron job failed: ${failed.join(', ')}.`);
}
