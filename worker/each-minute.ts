import { forgetUnusedAccounts } from './features/accounts/forget-unused.cron.ts';
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
import { reconcile } from './features/payments/reconcile/reconcile.cron.ts';
import { settleSellerFailures } from './features/payments/settle-failures.cron.ts';
import { forgetNotices } from './features/push/forget-notices.cron.ts';
import { pushNotices } from './features/push/push-notices.ts';
import { sendReminders } from './features/plans/send-reminders.cron.ts';
import { lapseProofs } from './features/school/lapse-proofs.cron.ts';
import { expireTickets } from './features/tickets/expire-requests.cron.ts';
import { forgetAsks } from './features/tickets/forget-asks.cron.ts';
import { forgetLinks } from './features/vouches/forget-links.cron.ts';
import { tellPeople } from './tell-people.ts';

/** Does what is due at `now`. A late or repeated run does no harm. */
export async function runEachMinute(env: Env, now: Date): Promise<void> {
  await Promise.all([
    clearDeletedEvents(env, now),
    clearOverCards(env, now),
    measureSiteFacts(env, now),
    forgetExpired(env, now),
    expireTickets(env, now)
      .finally(() => tellPeople(env, now))
      .finally(() => tellVenueNews(env, now))
      .finally(() => pushNotices(env, now))
      .finally(() => requeueMessages(env, now)),
    forgetOldDeliveries(env, now),
    forgetUnusedAccounts(env, now),
    forgetViews(env, now),
    forgetAsks(env, now),
    forgetLinks(env, now),
    forgetProviderEvents(env, now),
    forgetNotices(env, now),
    sendReminders(env, now),
    releasePayouts(env, now),
    settleSellerFailures(env, now),
    reconcile(env, now),
    keepTicketFiles(env, now),
    lapseProofs(env, now),
  ]);
}
