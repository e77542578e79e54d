import { forgetUnusedAccounts } from './features/people/accounts/forget-unused.cron.ts';
import { forgetChatNames } from './features/talk/chat/forget-names.cron.ts';
import { forgetExpired } from './features/people/auth/auth.cron.ts';
import { keepTicketFiles } from './features/trade/custody/keep-files.cron.ts';
import { clearOverCards } from './features/nights/public/clear-over-cards.cron.ts';
import { clearDeletedEvents } from './features/nights/events/clear-deleted-events.cron.ts';
import { measureSiteFacts } from './features/nights/events/measure-site.cron.ts';
import { forgetViews } from './features/nights/numbers/forget-views.cron.ts';
import { forgetOldDeliveries } from './features/nights/ingest/forget-deliveries.cron.ts';
import { tellVenueNews } from './features/nights/changes/tell-venue-news.cron.ts';
import { requeueMessages } from './features/talk/notify/requeue-messages.cron.ts';
import { forgetProviderEvents } from './features/trade/webhook/forget-events.cron.ts';
import { releasePayouts } from './features/trade/payouts/release-payouts.cron.ts';
import { noteRun } from './features/staff/operations/operations.db.ts';
import { reconcile } from './features/trade/reconcile/reconcile.cron.ts';
import { settleSellerFailures } from './features/trade/payments/settle-failures.cron.ts';
import { forgetNotices } from './features/talk/push/forget-notices.cron.ts';
import { pushNotices } from './features/talk/push/push-notices.ts';
import { sendReminders } from './features/nights/plans/send-reminders.cron.ts';
import { lapseProofs } from './features/people/school/lapse-proofs.cron.ts';
import { expireTickets } from './features/trade/requests/expire-requests.cron.ts';
import { forgetAsks } from './features/trade/listings/forget-asks.cron.ts';
import { forgetLinks } from './features/people/vouches/forget-links.cron.ts';
import { openDb } from './http/database/open-db.ts';
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
  if (reasons.length > 0)
    throw new AggregateError(reasons, `These parts of the cron job failed: ${failed.join(', ')}.`);
}
