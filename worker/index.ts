import { answerRequests } from './app.ts';
import { forgetExpired } from './features/auth/auth.cron.ts';
import { clearOverCards } from './features/events/clear-over-cards.cron.ts';
import { clearDeletedEvents } from './features/events/clear-deleted-events.cron.ts';
import { forgetOldWebhookIds } from './features/ingest/forget-webhook-ids.cron.ts';
import { sendQueuedMessages } from './features/notify/send-messages.ts';
import { requeueMessages } from './features/notify/requeue-messages.cron.ts';
import { expireTickets } from './features/tickets/expire-requests.cron.ts';
import type { NotifyJob } from './http/outbox.ts';
import { renderPage } from './page/render-page.ts';
import { tellPeople } from './tell-people.ts';

export { AuthLimiter } from './rooms/auth-limiter.ts';
export { EventRoom } from './rooms/event-room.ts';
export { RelayRoom } from './rooms/relay-room.ts';

export default {
  fetch: answerRequests(renderPage),
  queue: sendQueuedMessages,
  scheduled: async ({ scheduledTime }, env) => {
    const now = new Date(scheduledTime);
    await Promise.all([
      expireTickets(env, now),
      clearDeletedEvents(env, now),
      clearOverCards(env, now),
      forgetExpired(env, now),
      tellPeople(env, now).then(() => requeueMessages(env, now)),
      forgetOldWebhookIds(env, now),
    ]);
  },
} satisfies ExportedHandler<Env, NotifyJob>;
