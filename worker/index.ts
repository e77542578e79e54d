import { makeApp } from './app.ts';
import { forgetExpired } from './features/auth/auth.cron.ts';
import { clearAwayDeleted } from './features/events/clear-away.cron.ts';
import { deliverBatch } from './features/notify/deliver.ts';
import { resendForgotten } from './features/notify/resend.cron.ts';
import { endWhatRanOut } from './features/tickets/tickets.cron.ts';
import type { NotifyJob } from './http/outbox.ts';
import { renderPage } from './page/render-page.ts';

export { AuthLimiter } from './rooms/auth-limiter.ts';
export { EventRoom } from './rooms/event-room.ts';
export { RelayRoom } from './rooms/relay-room.ts';

const app = makeApp(renderPage);

export default {
  fetch: app.fetch,
  queue: deliverBatch,
  scheduled: async ({ scheduledTime }, env) => {
    const now = new Date(scheduledTime);
    await Promise.all([endWhatRanOut(env, now), clearAwayDeleted(env, now), forgetExpired(env, now), resendForgotten(env, now)]);
  },
} satisfies ExportedHandler<Env, NotifyJob>;
