import { answerRequests } from './app.ts';
import { BUILD_ID } from './http/build.ts';
import type { NotifyJob } from './http/outbox/outbox.ts';
import { renderPage } from './page/render-page.ts';

export { AuthLimiter } from './rooms/auth-limiter.ts';
export { EventRoom } from './rooms/event-room.ts';
export { PersonRoom } from './rooms/person-room.ts';
export { RelayRoom } from './rooms/relay-room.ts';

// The code of the queue and of the cron job loads on demand, because requests do not need it.
export default {
  fetch: answerRequests(renderPage),
  queue: async (batch, env) => {
    await (await import('./tell-people.ts')).takeJobs(batch, env);
    // In a Worker that was not built, as in tests, the queue does not check for alarms.
    if (BUILD_ID !== 'unbuilt') await (await import('./each-minute.ts')).watchFromQueue(env, new Date());
  },
  scheduled: async ({ scheduledTime }, env) =>
    (await import('./each-minute.ts')).runEachMinute(env, new Date(scheduledTime)),
} satisfies ExportedHandler<Env, NotifyJob>;
