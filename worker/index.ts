import { answerRequests } from './app.ts';
import type { NotifyJob } from './http/outbox/outbox.ts';
import { renderPage } from './page/render-page.ts';

export { AuthLimiter } from './rooms/auth-limiter.ts';
export { EventRoom } from './rooms/event-room.ts';
export { PersonRoom } from './rooms/person-room.ts';
export { RelayRoom } from './rooms/relay-room.ts';

// No request needs the work of the queue and of the cron, so it is no part of what the Worker loads at its start.
export default {
  fetch: answerRequests(renderPage),
  queue: async (batch, env) => (await import('./tell-people.ts')).takeJobs(batch, env),
  scheduled: async ({ scheduledTime }, env) =>
    (await import('./each-minute.ts')).runEachMinute(env, new Date(scheduledTime)),
} satisfies ExportedHandler<Env, NotifyJob>;
