import { answerRequests } from './app.ts';
import { forgetExpired } from './features/auth/auth.cron.ts';
import { clearOverCards } from './features/events/clear-over-cards.cron.ts';
import { clearDeletedEvents } from './features/events/clear-deleted-events.cron.ts';
import { forgetOldWebhookIds } from './features/ingest/forget-webhook-ids.cron.ts';
import { requeueMessages } from './features/notify/requeue-messages.cron.ts';
import { forgetProviderEvents } from './features/payments/forget-events.cron.ts';
import { settleSellerFailures } from './features/payments/settle-failures.cron.ts';
import { releasePayouts } from './features/payments/payouts/release-payouts.cron.ts';
import { sendReminders } from './features/plans/send-reminders.cron.ts';
import { expireTickets } from './features/tickets/expire-requests.cron.ts';
import type { NotifyJob } from './http/outbox.ts';
import { renderPage } from './page/render-page.ts';
import { takeJobs, tellPeople } from './tell-people.ts';

export { AuthLimiter } from './rooms/auth-limiter.ts';
export { EventRoom } from './rooms/event-room.ts';
export { RelayRoom } from './rooms/relay-room.ts';

export default {
  fetch: answerRequests(renderPage),
  queue: takeJobs,
  scheduled: async ({ scheduledTime }, env) => {
    const now = new Date(scheduledTime);
    await Promise.all([
      clearDeletedEvents(env, now),
      clearOverCards(env, now),
      forgetExpired(env, now),
      expireTickets(env, now)
        .finally(() => tellPeople(env, now))
        .finally(() => requeueMessages(env, now)),
      forgetOldWebhookIds(env, now),
      forgetProviderEvents(env, now),
      sendReminders(env, now),
      releasePayouts(env, now),
      settleSellerFailures(env, now),
      // Rarely needed, so it is no part of what the Worker loads at its start.
      import('./features/payments/reconcile/reconcile.cron.ts').then(({ reconcile }) => reconcile(env, now)),
      import('./features/custody/keep-files.cron.ts').then(({ keepTicketFiles }) => keepTicketFiles(env, now)),
    ]);
  },
} satisfies ExportedHandler<Env, NotifyJob>;
